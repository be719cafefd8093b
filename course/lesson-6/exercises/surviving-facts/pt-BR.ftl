title = O que sobrevive
intro = Todo cenário tem uma lista de fatos: coisas que a execução descobriu e de que ainda pode precisar. Em uma compactação, cada um é mantido na janela, fica por conta do NOTES.md ou se perde. Percorra a compactação antes de responder.

lost = Execução de referência, primeira compactação: quais fatos se perdem?
    .hint-1 = Leia o resumo e depois o NOTES.md. O que não está em nenhum dos dois?
    .hint-2 = A lista de fatos mostra o lugar de cada um depois da substituição.
    .hint-3 = Veio de um resultado de ferramenta, e ninguém o anotou.
    .because = Um resumo é uma seleção. O que não está nem nele nem nas notas saiu da janela de vez; o agente teria de descobri-lo de novo.
    .says-notes = Isso está no NOTES.md e volta com o reinício. Estaria perdido em um harness que reinicia só a partir do resumo.
    .says-kept = Esses estão no resumo. Estariam perdidos em um harness que esvazia a janela e não põe nada nela.

insured = Quais fatos só o NOTES.md mantém?
    .hint-1 = Procure o que as notas dizem e o resumo não diz.
    .hint-2 = O agente o anotou na chamada 3, antes da compactação.
    .hint-3 = É a decisão sobre como corrigir a condição de corrida.
    .because = O resumo deixou a decisão de fora, e as notas a trouxeram de volta. É para isso que servem: o que foi anotado a tempo não depende de um resumo.
    .says-kept = O resumo contém esses. Eles não precisariam de notas.
    .says-lost = Isso não está em nenhum dos dois lugares. A ideia por trás é que a compactação espreme tudo e nada se perde.

third = O último item, terceira compactação: quais fatos só o NOTES.md mantém?
    .hint-1 = Salte até a terceira compactação e compare o resumo com as notas.
    .hint-2 = Um deles está nas notas desde a primeira janela.
    .hint-3 = Um é uma decisão antiga; o outro, um problema encontrado pouco antes desta compactação.
    .because = Nas notas, a decisão antiga sobreviveu a três janelas. Um resumo teria de levá-la adiante todas as vezes.
    .says-kept = Isso está na tarefa, e todo resumo o repete.
    .says-lost = Isso veio de um resultado de ferramenta e nunca foi anotado. Em um harness que acrescenta e nunca substitui, estaria a salvo até a janela encher.

last-rounds = Outro harness mantém as duas últimas rodadas palavra por palavra depois do resumo. Aponte as mensagens que ainda estão na janela depois da compactação dele.
    .hint-1 = Uma rodada é uma resposta junto com os resultados de ferramenta correspondentes.
    .hint-2 = Conte de trás para a frente, a partir da mensagem mais nova.
    .hint-3 = Duas respostas, cada uma seguida dos seus resultados.
    .because = Ficam rodadas inteiras; por isso, nenhum resultado se separa da sua chamada. Nada de recente se perde, e o preço é espaço: esta janela recomeça com { $keptFilled } tokens, enquanto a da aula recomeça com { $fresh }.
    .says-whole = Estaria certo no harness da aula, que substitui tudo.
    .says-append = Estaria certo em um harness que acrescenta a mensagem de reinício: ali nada sai da janela.
