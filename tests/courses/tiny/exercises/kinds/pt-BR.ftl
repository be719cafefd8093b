title = Todos os tipos
intro = Cada tarefa pede outra coisa.
counter = Qual é o contador depois do último de { $turn ->
    [one] { $turn } turno
   *[other] { $turn } turnos
}?
    .hint-1 = Ele recomeçou.
    .hint-2 = Só a última chamada conta.
    .because = A compactação o zerou.
    .says-storm = É assim onde nada o zera.
    .says-window = Isso é o quanto a janela está cheia.
summary = Quantas chamadas são feitas?
claims = O que vale?
    .option-below = O contador fica abaixo da janela.
    .option-above = O contador fica abaixo de { $threshold }.
order = Ponha em ordem os passos da compactação.
    .option-replaced = As mensagens são substituídas.
    .option-asked = O resumo é pedido.
    .option-reset = O contador volta a 0.
    .option-reread = As notas são lidas de volta.
line = Qual linha zera o contador?
    .says-check = Essa linha só pergunta.
blocks = Quais mensagens ainda estão lá?
facts = Quais fatos se perdem?
dials = Compacte exatamente uma vez.
    .goal-once = Há uma compactação.
    .goal-rare = Não há uma segunda.
code = Escreva a compactação.
    .goal-answered = A execução chega à resposta.
    .goal-reset = O contador volta a 0.
    .says-clear = Assim o contador deixa de ser um número.
    .says-kept = O contador nunca é zerado.
words = Diga com as suas palavras.
