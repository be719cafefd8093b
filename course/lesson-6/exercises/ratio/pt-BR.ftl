title = Ajuste a razão
intro = De novo o importador de faturas, agora em uma janela de { $tightWindow } tokens. As maiores rodadas quase a enchem; por isso, a razão decide se a tarefa chega ao fim.

too-high = Alguém quis usar a janela até o último token e pôs a razão no máximo. Encontre uma razão que atinja os dois objetivos.
    .goal-answered = A execução termina com uma resposta.
    .goal-few = Disparam no máximo cinco compactações.
    .hint-1 = Reproduza a execução como está e veja como ela termina.
    .hint-2 = Uma requisição e a sua resposta precisam caber juntas. Veja o maior salto da ocupação em uma rodada.
    .hint-3 = Uma regra prática é 0,7: assim, 30% da janela ficam para a próxima requisição.
    .because = A verificação olha para trás; a requisição está adiante. A folga é o espaço de que a próxima rodada pode precisar antes da verificação seguinte.
    .says-too-low = A tarefa termina, mas a compactação dispara vezes demais. Essa razão estaria certa em um harness cujas rodadas fossem muito maiores que estas.

too-low = Alguém quis se garantir e pôs a razão muito baixa. Encontre uma razão que atinja os dois objetivos.
    .goal-answered = A execução termina com uma resposta.
    .goal-few = Disparam no máximo cinco compactações.
    .hint-1 = Conte quantas chamadas da execução são de compactação.
    .hint-2 = Toda janela nova começa com o prompt de sistema, as ferramentas, o resumo e as notas. Quanto sobra abaixo do limiar?
    .hint-3 = Suba a partir de 0,2 até restarem no máximo cinco compactações e fique bem abaixo de 0,95.
    .because = Uma janela nova nunca está vazia. Com um limiar baixo, uma ou duas rodadas enchem o que sobra, e cada compactação custa uma chamada e perde detalhes.
    .says-too-high = Agora disparam poucas compactações porque a execução é interrompida: uma requisição já não cabe. A ideia por trás é que o limiar pode ficar no limite.
