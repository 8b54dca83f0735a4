up
