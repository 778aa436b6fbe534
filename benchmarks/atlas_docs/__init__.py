"""The pages of the documentation that rest on the atlas."""
