# A course that is being written, in the page that shows it.
preview-faults = { $count ->
    [one] O curso tem uma falha
   *[other] O curso tem { $count } falhas
}
preview-kept = A página mostra o curso como estava antes. Ela acompanha assim que os arquivos forem salvos sem falhas.
preview-none = O curso aparece assim que os arquivos forem salvos sem falhas.
preview-fold = Recolher
preview-unfold = Mostrar
preview-lost = A pré-visualização não está mais em execução. Inicie-a de novo com `secondwind preview`; depois disso, esta página acompanha por conta própria.

course-open-heading = Um curso seu
course-open-lead = Abra a pasta de um curso, ou um zip dela, para vê-lo nesta aba. Ele não sai do seu navegador, e seu progresso fica como está.
course-open-folder = Abrir pasta
course-open-zip = Abrir zip
course-open-close = Fechar este curso
course-open-none = Não há course.toml aí. Escolha a pasta de um curso ou um zip dela.
course-open-large = Há mais do que cabe em um curso, 2 MB de texto. Escolha só a pasta do curso.
course-open-broken = Não é possível ler. Se for um zip, crie-o de novo, sem senha; se for uma pasta, verifique se você pode ler os arquivos.
course-open-kept = Este navegador não deixa a página guardar tanto em uma aba, e por isso o curso não pode ser aberto aqui. Use `secondwind preview`.
course-open-faulty = O curso não foi aberto. Corrija isto nos arquivos e abra-o de novo.
course-opened = Esta aba mostra um curso seu. Nada do que você fizer nele fica guardado.

make-label = Fazer disto um exercício
make-about = Salva um exercício que pergunta o que estas configurações mudam, em arquivos para um curso seu
make-title = Com outras configurações
make-intro = A execução deste exercício faz a mesma tarefa com outras configurações: { $changes }.
make-compactionCalls = Quantas chamadas a execução gasta em compactações com estas configurações?
make-calls = Quantas chamadas ao modelo a execução faz com estas configurações, incluindo as das compactações?
make-spend = Quantos tokens todas as chamadas da execução gastam juntas com estas configurações?
make-hint-1 = As configurações mudam o momento em que o limiar é atingido. O resto decorre disso.
make-hint-2 = Abra o mundo com estas configurações, vá até o fim e leia os totais.
make-because = Uma execução é o que as configurações fazem da mesma tarefa: quando compacta, quantas vezes chama o modelo e quanto isso custa.
make-says-plain = Essa é a execução sem estas configurações.
