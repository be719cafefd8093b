title = Preveja a janela nova
intro = A execução para no meio da compactação, e o que está adiante fica oculto. O código continua visível: raciocine a partir dele.

messages = O resumo foi pedido, e há { $before } mensagens na janela. Quantas haverá depois da substituição?
    .hint-1 = Leia a linha que monta a nova lista de mensagens.
    .hint-2 = Conte os elementos entre os colchetes.
    .hint-3 = O resumo e as notas ficam na mesma mensagem.
    .because = A mensagem de reinício é uma só mensagem de usuário: primeiro o resumo, depois o NOTES.md. Nada mais vem junto.
    .says-append = Estaria certo em um harness que acrescenta a mensagem de reinício. A ideia por trás é que o resumo se soma ao histórico; assim, a janela cresce quando deveria encolher.
    .says-cut = Estaria certo em um harness que deixa a última mensagem depois do resumo. Os resultados nela ficaram sem a sua chamada, e o provedor os recusa.

request = O resumo chegou ({ $summaryTokens } tokens) e as notas foram lidas. Qual será o tamanho da próxima requisição?
    .hint-1 = Ela será bem menor que o conteúdo atual da janela.
    .hint-2 = Toda requisição leva o prompt de sistema e as ferramentas, sejam quais forem as mensagens.
    .hint-3 = Sistema e ferramentas, mais uma mensagem com o resumo e as notas.
    .because = Uma janela nova tem um piso: prompt de sistema e ferramentas, resumo, notas. Nenhuma compactação fica abaixo dele.
    .says-append = Estaria certo no mundo em que a mensagem de reinício é acrescentada: todas as mensagens antigas são enviadas de novo.
    .says-cut = Estaria certo no mundo em que a última mensagem fica. O provedor não vai aceitá-la.
    .says-summary = Esse é só o resumo. O prompt de sistema, as ferramentas e as notas vão junto.

counter = Em quanto ficará o contador da aula depois da resposta à chamada { $nextCall }? Ela vai informar { $nextInput } tokens de entrada e { $nextOutput } de saída.
    .hint-1 = Ainda há um passo antes dessa chamada.
    .hint-2 = Depois de uma compactação bem-sucedida, o contador volta a 0.
    .hint-3 = Comece em 0 e some o que a chamada informa.
    .because = Depois de zerado, o contador só viu uma chamada. Desta vez ele coincide com a ocupação.
    .says-no-reset = Estaria certo se o contador não fosse zerado. A ideia por trás é que uma janela nova traz sozinha um contador novo, mas o loop não faz isso.
    .says-append = Estaria certo no mundo em que a mensagem de reinício é acrescentada. Ali o contador é zerado, e a próxima requisição é tão grande quanto a anterior.
    .says-output = Essa é só a resposta. Um harness que conta apenas a saída mostraria isso.
