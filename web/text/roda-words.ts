/**
 * The two vocabularies: a sentence in the specification's words, and the same as a roda says it (decision 057). `{}` is what
 * the sentence says of the moment; on the right `{0}` is the first of them, `{1}` the second, and one may be left out.
 */
export const rodaWords: Readonly<Record<string, string>> = {
  // The month
  'Gerar PULL Mensal': 'Pedir as contribuições',
  'Gerar agora': 'Pedir agora',
  'Gerando...': 'Pedindo...',
  'Erro ao gerar PULL mensal': 'Erro ao pedir as contribuições',
  'PULL Mensal Gerado com Sucesso!': 'Contribuições pedidas!',
  'Ciclo de doações iniciado com sucesso!': 'Cada pessoa já foi avisada.',
  'Gerar de novo não pede nada: quem tem lugar já tem a contribuição deste mês.':
    'Pedir de novo não muda nada: quem tem lugar já tem a contribuição deste mês.',
  'Gerar de novo pede só para {}; quem já a tem não é cobrado de novo.':
    'Pedir de novo vale só para {0}; quem já a tem não é cobrado de novo.',
  'As contribuições de um mês são pedidas uma vez: pelo calendário, ou à mão no Dashboard, em “Gerar PULL Mensal”.':
    'As contribuições de um mês são pedidas uma vez: pelo calendário, ou à mão em Início, em “Pedir as contribuições”.',
  'O dia e a hora em que as contribuições do mês são pedidas sozinhas. Ou peça você as primeiras, no Dashboard.':
    'O dia e a hora em que as contribuições do mês são pedidas sozinhas. Ou peça você as primeiras, em Início.',
  'As doações aparecem aqui depois do primeiro PULL mensal.':
    'As doações aparecem aqui depois do primeiro pedido de contribuições.',
  '{} na fila N{}': '{0}',
  'PULL mensal de {}: {}': 'Contribuições de {0}: {1}',
  receptor: 'pessoa que recebe',
  receptores: 'pessoas que recebem',

  Configurações: 'Ajustes',

  // Problems
  Reports: 'Problemas',
  'Meus Reports': 'Problemas',
  'Acompanhe o status dos reports que você criou': 'O que você avisou, e em que pé está',
  'Total Reports': 'Todos',
  'Seus reports': 'Seus problemas',
  'Resumo dos seus reports': 'Resumo dos seus problemas',
  'report da doação de {} para {}': 'problema da doação de {0} para {1}',
  'Filtrar reports': 'Filtrar problemas',
  'Erro ao carregar detalhes do report': 'Erro ao carregar detalhes do problema',
  'Detalhes do Report': 'Detalhes do problema',
  'ID do report': 'ID do problema',
  'ID do receptor': 'ID de quem recebe',
  'N{}': 'na roda',
  'Motivo do Report': 'O que foi avisado',
  'Erro ao carregar reports': 'Erro ao carregar problemas',
  'Páginas de reports': 'Páginas de problemas',
  reports: 'problemas',
  'Nenhum report encontrado': 'Nenhum problema',
  'Você ainda não criou nenhum report.': 'Você ainda não avisou nenhum problema.',
  'Você não tem reports pendentes.': 'Você não tem problemas em aberto.',
  'Você não tem reports resolvidos.': 'Você não tem problemas resolvidos.',
  'Carregando seus reports...': 'Carregando seus problemas...',
  'Obrigado por nos avisar. Seu report foi analisado pela administração e está concluído.':
    'Obrigado por avisar. A administração analisou o problema, e ele está concluído.',
  'Report Dispensado': 'Problema dispensado',
  'Após análise, este report foi dispensado pela administração.':
    'Após análise, este problema foi dispensado pela administração.',
  'Report enviado. A administração vai analisar, e o prazo desta doação fica parado até lá.':
    'Problema avisado. A administração vai analisar, e o prazo desta doação fica parado até lá.',
  'Report enviado. A administração vai analisar, e o prazo desta doação fica parado até lá, por 14 dias no máximo.':
    'Problema avisado. A administração vai analisar, e o prazo desta doação fica parado até lá, por 14 dias no máximo.',
  'Report enviado. A administração vai analisar.': 'Problema avisado. A administração vai analisar.',
  'Enviar report': 'Avisar',
  'É a segunda vez: a doação volta a esperar por um comprovante, e um report é aberto para a administração decidir com vocês dois.':
    'É a segunda vez: a doação volta a esperar por um comprovante, e a administração decide com vocês dois.',
  'O prazo está parado até a administração decidir o report.':
    'O prazo está parado até a administração decidir o problema.',
  'O report foi dispensado, e a doação continuou como estava.':
    'O problema foi dispensado, e a doação continuou como estava.',
  'abriu o report': 'avisou o problema',
  'parar o prazo da doação e ouvir os dois lados, quando um de vocês abre um report nela. Guarda comprovantes, datas e respostas, e decide se a doação conta como feita.':
    'parar o prazo da doação e ouvir os dois lados, quando um de vocês avisa um problema nela. Guarda comprovantes, datas e respostas, e decide se a doação conta como feita.',
  'Ver os reports': 'Ver os problemas',
  'O que mudou para você: doações, lugar na fila, acesso e reports.':
    'O que mudou para você: doações, lugar, acesso e problemas.',
  '1 report sobre uma doação sua espera a decisão da administração.':
    '1 problema sobre uma doação sua espera a decisão da administração.',
  '{} reports sobre doações suas esperam a decisão da administração.':
    '{0} problemas sobre doações suas esperam a decisão da administração.',
  'Ver reports': 'Ver problemas',
  'Cadastro, aceites, lugares, doações, reports, quem viu os seus dados e os lançamentos do livro que falam de você. No ZIP vêm também a sua foto, os seus QR Codes e os comprovantes que você enviou.':
    'Cadastro, aceites, lugares, doações, problemas, quem viu os seus dados e os lançamentos do livro que falam de você. No ZIP vêm também a sua foto, os seus QR Codes e os comprovantes que você enviou.',

  // Problems, as the administration sees them
  'Reports de Doações': 'Problemas',
  'os reports': 'os problemas',
  'Um report pausa o prazo de uma doação enquanto os dois lados contam o que houve. Leia, peça o que falta até um dia, e decida com um motivo: ele é dito aos dois. Na dúvida, peça o comprovante no banco antes de decidir.':
    'Um problema avisado para o prazo de uma doação enquanto os dois lados contam o que houve. Leia, peça o que falta até um dia, e decida com um motivo: ele é dito aos dois. Na dúvida, peça o comprovante no banco antes de decidir.',
  'report em aberto': 'problema em aberto',
  'reports em aberto': 'problemas em aberto',
  'Report de {}': 'Problema de {0}',
  'Resolver Report': 'Resolver problema',
  'Este report já foi decidido. Abaixo está o que ficou registrado.':
    'Este problema já foi decidido. Abaixo está o que ficou registrado.',
  'A decisão deste report': 'A decisão deste problema',
  'Parado por este report até {}, no máximo': 'Parado por este problema até {0}, no máximo',
  'Quando alguém reportar uma doação, o report aparece aqui.': 'Quando alguém avisar um problema, ele aparece aqui.',
  'Nenhum report corresponde aos filtros escolhidos.': 'Nenhum problema corresponde aos filtros escolhidos.',
  'Resumo dos reports': 'Resumo dos problemas',
  'Total de reports': 'Todos',
  'report de {}, {}': 'problema de {0}, {1}',
  'Erro ao resolver report:': 'Erro ao resolver problema:',
  'Encerra o report e decide o que acontece com a doação.': 'Encerra o problema e decide o que acontece com a doação.',
  'O report continua aberto, e a doação fica como está.': 'O problema continua aberto, e a doação fica como está.',
  'O report continua aberto: diga na mensagem o que falta saber.':
    'O problema continua aberto: diga na mensagem o que falta saber.',
  'Encerra o report: não havia problema.': 'Encerra o caso: não havia problema.',
  'A doação passa a Confirmada e conta para o nível de quem recebe. Não pode ser desfeito.':
    'A doação passa a Confirmada e conta para a vez de quem recebe. Não pode ser desfeito.',
  'Quem doa ainda deve pagar: o prazo é adiado pelo tempo em que o report o parou.':
    'Quem doa ainda deve pagar: o prazo é adiado pelo tempo em que o problema o parou.',
  'o receptor foi trocado': 'quem recebe foi trocado',
  'o receptor saiu da fila': 'quem recebe saiu da ordem',
  'decisão de um report': 'decisão de um problema',
  'Report passou a {}': 'O problema passou a {0}',
  'Report encerrado como {}{}': 'O problema foi encerrado como {0}{1}',
  'Fez o report': 'Avisou',
  'Parado até a decisão do report': 'Parado até a decisão do problema',
  ', e o report já foi encerrado': ', e o problema já foi encerrado',
  'Ver o report': 'Ver o problema',
  'Report encerrado': 'Problema encerrado',
  'Os dois lados são avisados e leem o motivo. No primeiro caso, o prazo da doação fica parado por 14 dias no máximo. A decisão fica em Reports.':
    'Os dois lados são avisados e leem o motivo. No primeiro caso, o prazo da doação fica parado por 14 dias no máximo. A decisão fica em Problemas.',
  'Num círculo real, trocar a chave de outra pessoa, decidir um report com efeito, mudar plano ou operador e convidar quem administra pede duas pessoas, ou 72 horas.':
    'Numa roda de verdade, o que pesa pede duas pessoas, ou 72 horas. Assim é trocar uma chave, decidir um problema, mudar o plano ou convidar quem administra.',

  // States and columns
  'Doações do Sistema': 'Doações',
  Status: 'Situação',
  'Status da doação': 'Situação da doação',
  'Filtrar por status': 'Filtrar por situação',
  'Nenhuma doação está neste status agora.': 'Nenhuma doação está assim agora.',
  Receptor: 'Quem recebe',
  Nível: 'Volta',
  'Nível atual': 'Volta',
  'Nível {}': 'Na roda',
  'Nível {}: contribui {}, recebe {} ({}){}.': 'Contribui {1}, recebe {2} ({3}){4}.',
  'Progresso do nível {}': 'Quanto da sua vez já veio',
  Níveis: 'Sua vez',
  'Conta administrativa': 'A roda',

  // The name, and by whom the roda is run
  Identidade: 'Nome e quem responde',
  'O dinheiro é de verdade. Os termos dizem quem opera o círculo, e ele nunca fica sem operador.':
    'Os termos dizem quem responde pela roda. Todos leem isto antes de entrar.',
  'Nome do círculo': 'Nome da roda',
  'Quem opera': 'Quem responde',
  'CPF ou CNPJ de quem opera': 'CPF ou CNPJ de quem responde',
  'Encarregado de dados (LGPD)': 'Contato sobre dados pessoais (LGPD)',

  // The order
  'Troca de posições': 'Troca de lugares',
  '{} entrou na {}': '{0} entrou no {1} lugar',
  '{} saiu da {}': '{0} saiu do {1} lugar',
  Posição: 'Lugar',
  'Posição {} de {}': 'Lugar {0} de {1}',
  'Trocar Posições': 'Trocar lugares',
  'Escolha duas posições ocupadas. {} de 2 escolhidas.': 'Escolha dois lugares ocupados. {0} de 2 escolhidos.',
  'Trocar estas posições?': 'Trocar estes lugares?',
  '{} e {} trocaram de posição.': '{0} e {1} trocaram de lugar.',
  'Erro ao trocar posições: {}': 'Erro ao trocar os lugares: {0}',
  'Detalhes da posição': 'Sobre este lugar',
  '{} está na posição {}.': '{0} está no {1} lugar.',
  '{} na posição {}': '{0} no {1} lugar',
  '{} saiu da posição {}.': '{0} saiu do {1} lugar.',
  'Adicionar à posição {}': 'Dar o {0} lugar',
  'Posições Removidas': 'Lugares retirados',
  'Você parou a operação. As posições já removidas continuam livres.':
    'Você parou. Os lugares já retirados continuam livres.',
  'Erro ao remover posições: {}': 'Erro ao retirar os lugares: {0}',
  'Operação parcialmente concluída. {} posição(ões) removida(s) com sucesso. Erros: {}':
    'Só uma parte foi feita: {0} lugar(es) retirado(s). Erros: {1}',
  'Operação interrompida. {} usuário(s) adicionado(s) com sucesso. Erro ao adicionar o próximo usuário: {}':
    'Parou no meio: {0} pessoa(s) com lugar. Erro na seguinte: {1}',
  'Erro ao mover usuário para o fim: {}': 'Erro ao levar a pessoa para o fim: {0}',
  'Nome, e-mail ou #posição': 'Nome, e-mail ou número do lugar',
  'Nome, e-mail ou número da doação': 'Nome, e-mail ou número do lugar',
  'Aponte ou use as setas para ver de quem é cada posição.': 'Aponte ou use as setas para ver de quem é cada lugar.',
  Ocupada: 'Ocupado',
  ocupada: 'ocupado',
  'mudar um lugar de posição': 'mudar a ordem',
  'Fila de Doações': 'A ordem',
  Usuários: 'Pessoas',
  Usuário: 'Participante',
  usuários: 'pessoas',
  'Usuário aprovado com sucesso!': 'Cadastro aprovado.',
  'Erro ao carregar usuários': 'Erro ao carregar as pessoas',
  'Carregando usuários...': 'Carregando as pessoas...',
  'Nenhum usuário encontrado': 'Ninguém encontrado',
  'Nenhum usuário cadastrado': 'Ninguém se cadastrou ainda',
  'Voltar à fila': 'Voltar à ordem',
  'Receptores Ativos': 'Na vez de receber',
  'receptor ativo': 'na vez de receber',
  'Receptor ativo': 'Na vez de receber',
  ' · receptor ativo': ' · na vez de receber',
  ' · receptor': ' · recebe',
  RECEPTOR: 'RECEBE',
  ATIVO: 'ESPERA A VEZ',
  '{} usuário(s): {}': '{1}',
  'Já reportado': 'Problema avisado',
  'Receptor escolhido': 'Quem recebe foi escolhido',
  'Ordem e receptor': 'Ordem e quem recebe',
  'Trocar receptor': 'Trocar quem recebe',
  'É receptor ativo': 'Está na vez de receber',
  'Entre elas há receptor ativo': 'Entre elas há quem está na vez de receber',
  'Uma delas é de um receptor ativo': 'Uma delas é de quem está na vez de receber',
  '{} passou a ser receptor.': '{0} está na vez de receber.',
  '{} deixa de ser receptor, e a vez passa ao próximo da fila?':
    '{0} deixa de receber, e a vez passa a quem vem depois?',
  'passou a ser receptor': 'passou a receber',
  'deixou de ser receptor': 'deixou de receber',
  'doação ganhou receptor': 'doação ganhou quem receba',
  'doações ganharam receptor': 'doações ganharam quem receba',
  'A fila se reorganiza sozinha: a vez passa a quem vem em seguida, e as doações ainda não pagas ficam para outro receptor. O que já tem comprovante continua como está.':
    'A ordem se arruma sozinha: a vez passa a quem vem em seguida, e as doações ainda não pagas ficam para outra pessoa. O que já tem comprovante continua como está.',
  'A fila se reorganiza sozinha: o papel de receptor fica com a posição, e as doações ainda não pagas de quem sai dela ficam para outro receptor.':
    'A ordem se arruma sozinha: a vez fica com o lugar, e as doações ainda não pagas de quem sai dela ficam para outra pessoa.',
  'Cada nível tem a sua fila, e cada pessoa um lugar nela. Recebe primeiro quem está marcado para receber, na ordem dos lugares; quem completa a sua vez vai para o fim. Toda mudança fica escrita no livro, e a pessoa é avisada.':
    'Cada pessoa tem um lugar. Recebe primeiro quem está marcado para receber, na ordem dos lugares; quem completa a sua vez vai para o fim. Toda mudança fica escrita no livro, e a pessoa é avisada.',
  'Fila N{}: {}': '{1}',
  'Fila N': 'A ordem ',
  'da posição {} da Fila N{}?': 'do {0} lugar?',
  'Na Fila N': 'Na ordem ',
  'Escolha uma posição livre da Fila N{}.': 'Escolha um lugar livre.',
  '{} entra na Fila N1, na posição {}.{}': '{0} entra na ordem, no {1} lugar.{2}',
  '{} usuários entram na Fila N1, do cadastro mais antigo ao mais novo, nas menores posições livres, a partir da {}.{}':
    '{0} pessoas entram na ordem, do cadastro mais antigo ao mais novo, nos primeiros lugares livres, a partir do {1}.{2}',
  'doação sem receptor': 'doação sem quem receba',
  'doações sem receptor': 'doações sem quem receba',
  'Aguarda receptor no nível {} desde {}': 'Aguarda quem receba desde {1}',
  'Aguardando receptor': 'Aguardando quem receba',
  '{} · ainda sem receptor': '{0} · ainda sem quem receba',
  'Você deixa o lugar nº {} da fila do nível {}.': 'Você deixa o lugar nº {0}.',
  'Lugar na fila N1': 'Lugar na ordem',
  'Nível 1': 'A roda',

  'a fila': 'a ordem',
  'Mapa da fila': 'Mapa dos lugares',
  'Ações da fila': 'Ações da ordem',
  'Posições da fila': 'Lugares da ordem',
  'Diário da fila': 'Diário da ordem',
  'Na Fila': 'Com lugar',
  'Em Espera': 'Sem lugar',
  'Fila vazia': 'Ninguém tem lugar ainda',
  'Ninguém espera por um lugar nesta fila.': 'Ninguém espera por um lugar.',
  'Aguardando para entrar na fila': 'Espera por um lugar',
  'Adicionar à Fila': 'Dar um lugar',
  'Remover da Fila': 'Retirar da ordem',
  'Ver fila': 'Ver a ordem',
  'Entrou na fila': 'Entrou na ordem',
  'Saiu da fila': 'Saiu da ordem',
  'Para o fim da fila': 'Para o fim',
  'Fica no diário da fila.': 'Fica no diário da ordem.',
  'Fica no diário da fila. Enquanto nada foi pedido a ninguém, é preciso escrever um.':
    'Fica no diário da ordem. Enquanto nada foi pedido a ninguém, é preciso escrever um.',
  'Não há usuários aprovados aguardando para entrar na fila.': 'Ninguém aprovado espera por um lugar.',
  'Não há vagas disponíveis na fila.': 'Não há lugar livre.',
  'Não há usuários disponíveis para adicionar à fila.': 'Não há a quem dar um lugar.',
  'Dados inválidos. Talvez a posição já exista na fila.': 'Dados inválidos. Talvez o lugar já seja de alguém.',
  'Erro ao adicionar à fila': 'Erro ao dar o lugar',
  'Erro ao remover da fila': 'Erro ao retirar da ordem',
  'Erro ao adicionar usuário à fila: {}': 'Erro ao dar um lugar: {0}',
  'Erro ao processar adição à fila: {}': 'Erro ao dar lugares: {0}',
  'Escolha a posição de quem vai para o fim da fila.': 'Escolha o lugar de quem vai para o fim.',
  '{} foi para o fim da fila.': '{0} foi para o fim.',
  'já está no fim da fila.': 'já está no fim.',
  'para o fim da fila? {} usuário(s) passam à frente.': 'para o fim? Quem vem depois passa à frente.',
  'da posição {} para o fim da fila? {} usuário(s) passam à frente.':
    'do {0} lugar para o fim? Quem vem depois passa à frente.',
  'Remover {} posição(ões) da fila? Os lugares ficam livres.':
    'Retirar as pessoas de {0} lugar(es)? Os lugares ficam livres.',
  'A aprovação dá a esta pessoa acesso completo ao sistema. Ela passa a fazer parte do círculo e aguarda um lugar na fila.':
    'Com a aprovação a pessoa faz parte da roda, e espera por um lugar.',

  // Terms and accounts
  'o nível {}': 'a sua vez',
  'valem outros termos neste círculo. Enquanto você não aceitar, nenhuma contribuição nova lhe é pedida e nenhum upgrade pode ser aceito. O que já começou continua como estava.':
    'valem outros termos nesta roda. Enquanto você não aceitar, nenhuma contribuição nova lhe é pedida. O que já começou continua como estava.',

  // The ledger, in words
  'Report aberto': 'Problema avisado',
  'concluiu o nível': 'completou a sua vez',
  'Um report foi resolvido': 'Um problema foi resolvido',
  'Um report foi dispensado': 'Um problema foi dispensado',
  'Um report está em investigação': 'Um problema está em investigação',
  'Um report voltou a aguardar análise': 'Um problema voltou a aguardar análise',
  'mudar a situação de um report': 'mudar a situação de um problema',
  'decidir um report': 'decidir um problema',
  'pessoas passaram a ser receptoras': 'pessoas passaram a receber',
  'pessoas deixaram de ser receptoras': 'pessoas deixaram de receber',
  'A marca do motivo de um report ficou no livro': 'A marca do motivo de um problema ficou no livro',
  'Uma das partes escreveu em um report': 'Uma das partes escreveu em um problema',
  'A administração pediu algo a uma das partes de um report':
    'A administração pediu algo a uma das partes de um problema',
  'A administração escreveu em um report': 'A administração escreveu em um problema',
  '{} recorreu da decisão de um report': '{0} recorreu da decisão de um problema',
  'O livro guardou a marca de um texto de um report': 'O livro guardou a marca de um texto de um problema',
  '{} entrou na fila N{}, posição {}': '{0} entrou na ordem, lugar {2}',
  '{} deixou o lugar na fila N{} ({})': '{0} deixou o lugar ({2})',
  'Um lugar mudou de posição na fila N{}': 'Uma pessoa mudou de lugar',
  '{} lugares mudaram de posição na fila N{}': '{0} pessoas mudaram de lugar',
  '{} passou a ser receptor na fila N{}': '{0} passou a receber',
  '{} deixou de ser receptor na fila N{}': '{0} deixou de receber',
  'A mudança do lançamento {} na fila N{} foi desfeita': 'A mudança do lançamento {0} foi desfeita',
  'A ordem sorteada ou combinada por todos passou a valer na fila N{}: {} lugares':
    'A ordem sorteada ou combinada por todos passou a valer: {1} lugares',
  'Começou a vez de {} no nível {}': 'Começou a vez de {0}',
  '{} completou o nível {} com {} recebidos': '{0} completou a sua vez com {2} recebidos',
  'A vez de {} no nível {} terminou': 'A vez de {0} terminou',
}
