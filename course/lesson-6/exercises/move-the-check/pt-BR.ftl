title = Mude a verificação de lugar
intro = No loop abaixo, a verificação está no lugar errado. Sai uma requisição que não deveria sair: ela tem { $lateRequest } tokens, e o contador já tinha passado de { $lateThreshold } antes do envio.

move = Ponha a verificação no lugar dela: depois de tudo o que esta rodada traz e antes da próxima requisição.
    .goal-in-time = A verificação dispara na rodada em que o limiar é ultrapassado, sem que saia mais uma requisição.
    .goal-with-results = Os resultados de ferramenta mais novos estão no que é resumido.
    .goal-answered = A execução chega à resposta.
    .goal-as-sound = A execução faz tantas chamadas quantas deve fazer.
    .hint-1 = Acompanhe uma rodada: requisição, resposta, contagem, acréscimo, ferramentas, resultados. O que disso ainda pertence à janela antiga?
    .hint-2 = Resultados que chegam depois do resumo ficam sem as suas chamadas na janela nova.
    .hint-3 = É a última linha do loop.
    .because = Mais cedo, os resultados mais novos faltam no resumo e ficam depois do reinício, sem as suas chamadas. Mais tarde, sai mais uma requisição acima do limiar.
    .says-late = Ainda sai mais uma requisição antes da verificação: ela compara o que a rodada anterior deixou.
    .says-early = Os resultados desta rodada chegam depois de o resumo ter sido escrito. Não estão nele, e um provedor rigoroso os recusa sem as suas chamadas.
    .says-never = A compactação já não dispara. A execução acaba onde a janela acaba.
