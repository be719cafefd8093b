title = Mude a verificação de lugar
intro = No laço abaixo, a verificação está no lugar errado. Sai uma requisição que não deveria: ela tem { $lateRequest } tokens, e o contador já tinha passado de { $lateThreshold } antes do envio.

move = Ponha a verificação onde é o lugar dela: depois de tudo o que esta rodada traz e antes da próxima requisição.
    .goal-in-time = A verificação dispara na rodada em que o limiar é ultrapassado, e não sai mais nenhuma requisição.
    .goal-with-results = Os resultados de ferramenta mais novos estão no que é resumido.
    .goal-answered = A execução chega à resposta.
    .goal-as-sound = A execução leva tantas chamadas quantas deve levar.
    .hint-1 = Acompanhe uma rodada: requisição, resposta, contagem, acréscimo, ferramentas, resultados. O que disso ainda pertence à janela antiga?
    .hint-2 = Resultados que chegam depois do resumo ficam sem as suas chamadas na janela nova.
    .hint-3 = É a última linha do laço.
    .because = Antes disso, os resultados mais novos faltam no resumo e caem depois do reinício, sem as suas chamadas. Depois disso, sai mais uma requisição acima do limiar.
    .says-late = Ainda sai mais uma requisição antes da verificação: ela compara o que a rodada anterior deixou.
    .says-early = Os resultados desta rodada chegam depois de o resumo ter sido escrito. Não estão nele, e um provedor rigoroso os recusa sem as suas chamadas.
    .says-never = Nada mais compacta. A execução acaba onde a janela acaba.
