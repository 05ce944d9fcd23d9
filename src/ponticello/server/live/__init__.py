"""What happens at a match, told as it happens: the socket, and the hub that wakes it."""
