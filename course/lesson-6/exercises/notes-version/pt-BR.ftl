title = Quais notas voltam
intro = O NOTES.md é sobrescrito por inteiro a cada vez, e é lido em um único momento.

version = Na execução de referência, o agente grava o NOTES.md duas vezes, uma antes da compactação e outra depois. Qual texto o reinício leva?
    .option-stored = O que está guardado no momento do reinício.
    .option-start = O que estava lá quando a execução começou.
    .option-final = O último da execução.
    .hint-1 = Quando o harness lê o arquivo?
    .hint-2 = Avance até o passo em que as notas são lidas de volta e veja qual versão há.
    .hint-3 = A segunda versão é gravada na chamada 5, já na janela nova.
    .because = O arquivo é lido entre o resumo e a substituição, como está naquele momento. O que foi gravado antes vem junto; o que é gravado depois espera o próximo reinício.
    .says-start = Estaria certo em um harness que guarda a cópia do começo. Aqui, isso seria o mesmo que nenhuma nota.
    .says-final = O reinício não pode levar o que ainda não foi gravado. A última versão voltaria em uma segunda compactação.

pile = Imagine que `update_notes` acrescentasse ao arquivo. Quantos tokens a mais levaria a primeira requisição depois da terceira compactação na tarefa do último item?
    .hint-1 = Abra o mundo em que as notas são acrescentadas e procure a chamada 14.
    .hint-2 = Compare o tamanho dessa requisição nos dois mundos.
    .hint-3 = Duas versões mais antigas das notas ficam antes da mais nova.
    .because = Notas são um estado, não um log. Acrescentadas, crescem a cada gravação, cada requisição depois de um reinício paga por isso, e o que foi resolvido há muito tempo ainda aparece como pendente.
    .says-second = Essa é a diferença depois da segunda compactação. Desde então veio mais uma versão.
    .says-request = Essa é a requisição inteira. A pergunta é quanto ela cresceu.
