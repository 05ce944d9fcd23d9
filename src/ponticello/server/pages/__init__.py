"""What a browser shows: the pages, their templates, styles and scripts."""
