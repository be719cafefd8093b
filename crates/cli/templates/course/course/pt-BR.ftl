# The title of the course, a title for each section by its id, and the words of each criterion.
title = @title@
first = Uma primeira execução
criterion-counter = Sei dizer o que o contador soma e quando a compactação dispara.
