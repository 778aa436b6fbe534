"""The studies of docs/studies: each module turns stored runs into findings, a figure and a page."""
