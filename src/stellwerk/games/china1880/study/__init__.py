"""1880: China for the study room: files of 18xx.games."""
