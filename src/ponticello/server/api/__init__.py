"""What programs can ask for: the routes, and the shapes of what is sent and answered."""
