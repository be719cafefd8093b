# Compartilhar e guardar: links, arquivos, o que fica neste dispositivo, o material impresso, a página sem rede.

keep-label = Compartilhar e guardar
keep-word = Compartilhar
keep-dismiss = Dispensar
keep-more = { $count ->
    [0] Detalhes
    [one] Mais { $count } aviso
   *[other] Mais { $count } avisos
}
keep-less = Mostrar menos

## Opening again

keep-resume-label = Sua visita anterior
keep-resume-at = Você parou no passo { $step } de “{ $scenario }”.
keep-resume-work = Há um trabalho seu de uma visita anterior.
keep-resume = Continuar
keep-start-clean = Começar do zero
keep-cleared = Seu progresso neste dispositivo foi apagado.
keep-taken = O progresso do arquivo foi importado.
keep-undo = Desfazer

## The link

keep-link-heading = Link para este ponto
keep-link-lead = Ele abre o mesmo cenário, o mesmo passo e os mesmos ajustes. Seu progresso não vai junto.
keep-link-field = Endereço deste ponto
keep-link-language = Incluir o idioma ({ $language })
keep-link-theme = Incluir o tema ({ $theme })
keep-copy = Copiar link
keep-copied = O link foi copiado.
keep-copy-failed = O navegador não permitiu copiar. O endereço está selecionado: copie-o com o teclado ou pelo menu.

keep-link-newer = Este link foi feito por uma versão mais nova desta página. Foi aberto o que esta versão conhece dele.
keep-link-scenario = O link indica um cenário que não existe aqui: “{ $name }”. O primeiro cenário foi aberto.
keep-link-step = O link não indica um passo: “{ $step }”. A execução foi aberta no início.
keep-link-end = O link indica o passo { $step }, mas a execução termina no passo { $last }.
keep-link-unknown = O link traz algo que esta página não conhece: “{ $name }”. Isso foi ignorado.
keep-link-bad = O link traz um valor que não serve: “{ $name }” não pode ser “{ $value }”. Isso foi ignorado.

## Files

keep-files-heading = Arquivos
keep-files-lead = Uma execução traz o cenário, o que mudou nele e o ponto em que você está. Seu progresso traz o que você concluiu, respondeu e marcou.
keep-save-run = Salvar esta execução
keep-save-progress = Salvar meu progresso
keep-drop = Solte um arquivo salvo em qualquer lugar da página ou escolha um.
keep-pick = Escolher arquivo

keep-verdict-same = Igual.
keep-verdict-same-run = A execução do arquivo é exatamente a que esta página reproduz.
keep-verdict-same-progress = O arquivo traz o que já está aqui.
keep-verdict-differs = Diferente.
keep-verdict-differs-run = O arquivo pode ser aberto, mas foi feito com outra coisa:
keep-verdict-differs-progress = O arquivo difere do que está aqui nestes pontos:
keep-verdict-cannot = Não pode ser aberto.
keep-open-run = Abrir a execução
keep-open-run-anyway = Abrir mesmo assim
keep-take = Usar o arquivo no lugar do meu
keep-add = Somar ao meu

keep-file-long = O arquivo é grande demais para ser desta página.
keep-file-unreadable = O navegador não conseguiu ler o arquivo.
keep-file-json = Não é JSON ou está cortado.
keep-file-foreign = É JSON, mas não foi feito por esta página.
keep-file-newer = Foi feito por uma versão mais nova desta página (formato { $version }). Abra-o lá ou recarregue esta página quando ela oferecer uma atualização.
keep-file-damaged = Está danificado em: { $fields }.
keep-file-scenario = O cenário “{ $name }” não existe nesta página.
keep-file-unplayable = Ele muda “{ $name }” de um jeito que esta página não consegue reproduzir.

keep-run-missing = { $name } não existe aqui.
keep-run-extra = { $name } existe aqui, mas não no arquivo.
keep-run-file = { $name } está em outra versão aqui.
keep-run-last = Aqui a execução termina no passo { $here }; no arquivo, no passo { $there }.
keep-run-calls = Chamadas ao modelo aqui: { $here }; no arquivo: { $there }.
keep-run-compactions = Compactações aqui: { $here }; no arquivo: { $there }.

keep-more-finished = { $count ->
    [one] O arquivo tem { $count } cenário concluído a mais.
   *[other] O arquivo tem { $count } cenários concluídos a mais.
}
keep-less-finished = { $count ->
    [one] { $count } cenário está concluído só aqui.
   *[other] { $count } cenários estão concluídos só aqui.
}
keep-more-answers = { $count ->
    [one] O arquivo tem { $count } previsão respondida a mais.
   *[other] O arquivo tem { $count } previsões respondidas a mais.
}
keep-less-answers = { $count ->
    [one] { $count } previsão está respondida só aqui.
   *[other] { $count } previsões estão respondidas só aqui.
}
keep-other-answers = { $count ->
    [one] { $count } previsão tem outra resposta.
   *[other] { $count } previsões têm outra resposta.
}
keep-more-tasks = { $count ->
    [one] O arquivo tem { $count } tarefa iniciada a mais.
   *[other] O arquivo tem { $count } tarefas iniciadas a mais.
}
keep-less-tasks = { $count ->
    [one] { $count } tarefa está iniciada só aqui.
   *[other] { $count } tarefas estão iniciadas só aqui.
}
keep-other-tasks = { $count ->
    [one] { $count } tarefa tem outra resposta.
   *[other] { $count } tarefas têm outra resposta.
}
keep-more-ticks = { $count ->
    [one] O arquivo tem { $count } item marcado a mais.
   *[other] O arquivo tem { $count } itens marcados a mais.
}
keep-less-ticks = { $count ->
    [one] { $count } item está marcado só aqui.
   *[other] { $count } itens estão marcados só aqui.
}
keep-other-place = O último ponto é outro.

## Progress

keep-progress-heading = Seu progresso
keep-progress-none = Nada por enquanto.
keep-held-finished = { $count ->
    [one] { $count } cenário concluído
   *[other] { $count } cenários concluídos
}
keep-held-answers = { $count ->
    [one] { $count } previsão respondida
   *[other] { $count } previsões respondidas
}
keep-held-tasks = { $count ->
    [one] { $count } tarefa iniciada
   *[other] { $count } tarefas iniciadas
}
keep-held-ticks = { $count ->
    [one] { $count } item marcado
   *[other] { $count } itens marcados
}
keep-held-place = O último ponto
keep-state-kept = Fica guardado neste navegador e não é enviado a lugar nenhum.
keep-state-full = O armazenamento do navegador está cheio. Seu progresso fica só nesta aba até haver espaço. Salve-o em um arquivo.
keep-state-forbidden = Este navegador não guarda nada para esta página. Seu progresso fica só nesta aba. Salve-o em um arquivo.
keep-state-newer = Uma versão mais nova desta página guarda o progresso dela aqui. Ele não será alterado, e o que você fizer agora fica só nesta aba.
keep-state-blocked = Há um progresso danificado aqui e não há espaço para separá-lo. Ele não será alterado, e o que você fizer agora fica só nesta aba.

keep-found-damaged = { $count ->
    [one] Parte do seu progresso neste dispositivo está danificada ({ $count } registro). Ela foi separada, não apagada; o resto está em uso. Você a encontra em “Compartilhar e guardar”.
   *[other] Partes do seu progresso neste dispositivo estão danificadas ({ $count } registros). Elas foram separadas, não apagadas; o resto está em uso. Você as encontra em “Compartilhar e guardar”.
}
keep-found-full = O armazenamento do navegador está cheio, então seu progresso fica só nesta aba. Salve-o em um arquivo em “Compartilhar e guardar”.
keep-found-forbidden = Este navegador não guarda nada para esta página, então seu progresso fica só nesta aba. Você pode salvá-lo em um arquivo em “Compartilhar e guardar”.
keep-found-newer = Uma versão mais nova desta página guarda o progresso dela aqui. Ele não será alterado, e o que você fizer agora fica só nesta aba.
keep-found-blocked = Há um progresso danificado aqui e não há espaço para separá-lo. Ele não será alterado, e o que você fizer agora fica só nesta aba.
keep-aside = Um progresso danificado foi separado ({ $size } caracteres).
keep-aside-save = Salvar em um arquivo
keep-aside-delete = Apagar

## Paper, and no network

keep-print-heading = Impressão e uso sem rede
keep-print-lead = A página impressa lista o que está na janela agora, os fatos, as notas e o log, e termina com o endereço dela.
keep-print = Imprimir
keep-print-number = Nº
keep-print-message = Mensagem
keep-print-tokens = Tokens
keep-print-sum = Soma
keep-offline-ready = Esta página está guardada neste dispositivo e funciona sem rede.
keep-offline-loading = Esta página está sendo guardada neste dispositivo.
keep-offline-none = Aqui não é possível guardar a página para uso sem rede.
keep-offline-failed = Não foi possível guardar a página para uso sem rede. Todo o resto funciona.
keep-new-version = Uma nova versão desta página está pronta.
keep-new-version-take = Recarregar
