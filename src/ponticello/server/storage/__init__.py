"""What is kept on disk: the tables of the database, how they are read and written, and their migrations."""
