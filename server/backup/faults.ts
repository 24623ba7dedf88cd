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
  unfinished: 'A restauração desta pasta não terminou: repita npm run restore antes de começar.',
  no_room: 'Não há espaço no disco para a cópia: nada ficou dela.',
} as const

export type BackupFaultCode = keyof typeof sentences

/** An expected no of backup and restore, in one Portuguese sentence for the operator. */
export class BackupFault extends Error {
  readonly code: BackupFaultCode

  constructor(code: BackupFaultCode) {
    super(sentences[code])
    this.code = code
  }
}
