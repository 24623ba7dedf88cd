import { typed } from '#server/lib/typed-command.ts'
const sentences = {
  no_file: 'Este arquivo não existe.',
  exists: 'Já existe um arquivo com este nome: escolha outro, para que nenhuma cópia se perca.',
  no_backup: 'Este arquivo não é uma cópia da Ciranda.',
  damaged: 'Esta cópia está incompleta ou foi alterada: nada foi restaurado dela. Use outra.',
  wrong_passphrase: 'A senha da cópia não é esta.',
  no_passphrase: 'Falta a senha da cópia: escreva-a na entrada, ou em BACKUP_PASSPHRASE.',
  short_passphrase: 'A senha da cópia precisa de 12 caracteres ou mais.',
  secret_passphrase:
    'O segredo desta cópia está sob a senha das cópias da máquina em que ela foi feita: dê também essa, em BACKUP_PASSPHRASE.',
  newer: 'Esta cópia foi feita por uma versão mais nova da Ciranda: restaure com ela.',
  other_version: 'Esta cópia foi feita por outra versão da Ciranda, que esta não conhece: restaure com aquela.',
  folder_not_empty: 'A pasta de DATA_DIR não está vazia: restaure em uma pasta vazia, para que nada se misture.',
  database_not_empty:
    'O banco de DATABASE_URL não está vazio: restaure em um banco recém-criado, para que nada se misture.',
  no_database: 'Não há nada para copiar: a pasta de DATA_DIR não tem banco de dados.',
  restoring: 'Outra restauração nesta pasta está em curso: espere que ela termine.',
  unfinished: `A restauração desta pasta não terminou: repita ${typed('restore')} antes de começar.`,
  database_gone:
    'Nesta pasta já houve uma Ciranda, e o banco dela não está mais aqui: copie a pasta inteira, com database, ou restaure uma cópia em uma pasta vazia.',
  no_target: typed(
    'move',
    'postgres://ciranda:SENHA@servidor/ciranda [postgres://ciranda_owner:SENHA@servidor/ciranda]',
  ),
  bad_target:
    'O endereço do servidor começa com postgres:// e diz papel, servidor e banco: postgres://ciranda:SENHA@servidor/ciranda.',
  source_in_use: `A Ciranda está aberta nesta pasta ({}): pare-a e repita ${typed('move')}, para que nada mude durante a mudança.`,
  source_empty: 'O banco desta pasta ainda não tem nada: comece direto com DATABASE_URL.',
  target_away: 'O servidor não atende, ou não deixa entrar: {}.',
  target_old: 'O servidor é PostgreSQL {}: é preciso o 15 ou mais novo.',
  target_encoding: 'O banco do servidor está em {}: crie outro em UTF8.',
  target_reads_only: 'Este servidor só lê, é uma réplica: dê o endereço do principal.',
  target_roles:
    'O papel {} não pode criar tabelas neste banco: crie banco e papéis como deploy/postgres/roles.sh faz, e dê também o endereço do dono.',
  target_two: 'Os dois endereços não são do mesmo banco.',
  target_busy: 'Outra mudança para este banco está em curso: espere que ela acabe.',
  target_not_empty:
    'O banco do servidor não está vazio, e não tem o mesmo que este: dê um banco recém-criado, para que nada se misture.',
  ledger_fault: `O livro do círculo {} não passa na conferência: nada foi mudado. Veja ${typed('verify-ledger')}.`,
  moved:
    'O banco desta pasta foi mudado para {}: comece com DATABASE_URL. Este parou naquele momento; para voltar a usá-lo assim mesmo, apague o arquivo moved.',
  files_in_folder: `As imagens ainda estão na pasta files, e FILES as procura no banco: pare a Ciranda e leve-as com ${typed('move', '--files')}, ou ponha FILES=folder.`,
  files_in_database: `As imagens estão no banco, e FILES as procura na pasta: ponha FILES=database, ou pare a Ciranda e traga-as com ${typed('move', '--files')}.`,
  files_missing:
    'Nada foi mudado, porque nem toda imagem de que o banco fala está inteira ({}): devolva-a à pasta files, de uma cópia, e repita.',
  files_in_use: `A Ciranda está aberta neste banco ({}): pare todos os processos e repita ${typed('move', '--files')}.`,
  bad_moment:
    'O momento se escreve com dia, hora e fuso, como 2026-11-22T14:05:00-03:00; --at last vai até o fim do arquivo.',
  archive_own_only: `O arquivo contínuo volta no banco que vem com a Ciranda: restaure sem DATABASE_URL, e siga para o servidor com ${typed('move')}.`,
  archive_gone: 'A pasta do arquivo contínuo não está lá: o disco está montado?',
  archive_empty: 'Nesta pasta não há arquivo contínuo da Ciranda, ou ele ainda não tem uma base inteira.',
  archive_mixed: 'O que há em {} é de outro arquivo: tire dali o que não é deste, e repita.',
  archive_two: 'Nesta pasta há o arquivo de mais de uma instalação: dê a pasta de uma delas ({}).',
  archive_before: 'Este momento é anterior à primeira base do arquivo: ele volta a partir de {}.',
  archive_after: 'O arquivo não chega a este momento: o último a que ele volta é {}.',
  archive_postgres: 'Este arquivo é do PostgreSQL {}, e esta Ciranda tem outro: restaure com a versão que o fez.',
  no_room: 'Não há espaço no disco para a cópia: nada ficou dela.',
} as const

export type BackupFaultCode = keyof typeof sentences

/** An expected no of backup and restore, in one Portuguese sentence for the operator. */
export class BackupFault extends Error {
  readonly code: BackupFaultCode

  /** `detail`: what the sentence names. */
  constructor(code: BackupFaultCode, detail = '') {
    super(sentences[code].replace('{}', () => detail))
    this.code = code
  }
}
