# Lesson 6: titles of the sections and the completion criteria.

title = Como ligar a gestão de contexto ao harness

watch = Veja a execução
meter = O medidor
threshold = O limiar
positions = As três posições
notes = Notas como seguro
whole = A execução inteira
proportion = Senso de proporção
recap = Recapitulação
glossary = Termos

criterion-trace = Sei somar à mão o uso de uma execução e dizer onde a compactação dispara e de onde o contador continua.
criterion-positions = Sei pôr em seus lugares a verificação, a substituição e a volta do contador a 0, e dizer o que quebra quando uma delas sai do lugar.
criterion-storm = Sei reconhecer uma tempestade de compactação, apontar a linha que falta e dizer quanto a tempestade custa.
criterion-meters = Sei distinguir o contador da aula, a ocupação e o gasto, e dizer para que serve cada um.
criterion-notes = Sei dizer quais fatos uma compactação mantém, quais só as notas mantêm e quais se perdem.
criterion-proposal = Sei argumentar com números a favor ou contra as notas em todo prompt de sistema.
criterion-own-words = Expliquei a alguém, com minhas palavras, por que as mensagens são substituídas por atacado, em vez de ganharem um acréscimo.
criterion-own-harness = Examinei um harness meu e decidi, com uma justificativa, se ele precisa desta camada.
