import { archiveFaultTexts } from '../backups.ts'
import type { ArchiveFault } from '../backups.ts'
import type { Nothing, Rules } from './rule.ts'
import { moment } from './sentences.ts'

export type BackupFacts = {
  readonly 'backup.failed': { readonly isFull: boolean }
  readonly 'backup.old': { readonly lastAt: number | null }
  readonly 'backup.downloaded': Nothing
  readonly 'archive.stopped': { readonly lastAt: number | null; readonly fault: ArchiveFault | null }
  readonly 'archive.going': { readonly lastAt: number }
}

const ofBackup = { event: 'administration.backup', to: '/admin/settings', letter: 'always' } as const

export const backupRules: Rules<BackupFacts> = {
  'backup.failed': {
    ...ofBackup,
    text: ({ isFull }) =>
      `A cópia desta noite não pôde ser feita: ${isFull ? 'falta espaço na pasta das cópias' : 'a pasta das cópias ou o banco não respondeu'}. ` +
      'A Ciranda tenta de novo a cada hora, e não repete este aviso.',
  },
  'backup.old': {
    ...ofBackup,
    text: ({ lastAt }) =>
      `${lastAt === null ? 'Ainda não há nenhuma cópia da Ciranda' : `A última cópia da Ciranda é de ${moment(lastAt)}`}. ` +
      'Se esta máquina se perder, perde-se o que veio depois. Veja a pasta das cópias hoje.',
  },
  'backup.downloaded': {
    event: 'administration.team',
    to: '/admin/settings',
    letter: 'always',
    text: () =>
      'Outra pessoa da administração baixou uma cópia completa da Ciranda, com os dados de todos. Se isso não devia ter acontecido, fale hoje mesmo com ela.',
  },
  'archive.stopped': {
    ...ofBackup,
    text: ({ lastAt, fault }) =>
      `O arquivo contínuo está parado${lastAt === null ? '' : ` desde ${moment(lastAt)}`}: ` +
      `${fault === null ? 'nada novo chega a ele' : archiveFaultTexts[fault]}. ` +
      'A Ciranda continua e guarda nesta máquina o que falta arquivar; se ela se perder, isso se perde com ela. Veja a pasta do arquivo hoje.',
  },
  'archive.going': {
    ...ofBackup,
    text: ({ lastAt }) => `O arquivo contínuo voltou a andar, e vai até ${moment(lastAt)}.`,
  },
}
