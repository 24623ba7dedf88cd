import { z } from 'zod'
import { PASSPHRASE_LENGTH_MIN } from '#contracts/limits.ts'
import { probeAddress, probeFolder, probeMail } from './probes.ts'
import type { Found } from './probes.ts'
import type { Settings } from './settings-file.ts'

/** Where the questions are asked: what is tried, is tried there. */
export type Surroundings = {
  readonly dataDir: string
  /** The port over which an address has to lead here; 80. */
  readonly httpPort: number
  /** Whose the folder of the backups is to be; null for who calls. */
  readonly owner: { readonly uid: number; readonly gid: number } | null
  /** Whether the data folder has a database already: its first administrator is not asked for again. */
  readonly hasData: boolean
}

export type Question = {
  readonly option: string
  readonly setting: string
  readonly words: string
  /** The answer of who gives none, where nothing stands yet. */
  readonly fallback?: string
  readonly isSecret?: boolean
  readonly isAsked?: (settings: Settings, at: Surroundings) => boolean
  readonly tried: (value: string, settings: Settings, at: Surroundings) => Found | Promise<Found>
}

const isFirst: Question['isAsked'] = (_, { hasData }) => !hasData

/** The seven questions, in the order in which a later one may lean on an earlier answer. An empty answer: without it. */
export const QUESTIONS: readonly Question[] = [
  {
    option: 'address',
    setting: 'PUBLIC_URL',
    words: 'Em que endereço a roda vai atender? O nome já deve levar a esta máquina (https://roda.exemplo.org.br)',
    tried: (value, _, { httpPort }) => probeAddress(value, httpPort),
  },
  {
    option: 'admin',
    setting: 'ADMIN_EMAIL',
    words: 'Com que e-mail entra a primeira pessoa da administração?',
    isAsked: isFirst,
    tried: (value) => (z.email().safeParse(value).success ? {} : { problem: `“${value}” não é um e-mail.` }),
  },
  {
    option: 'password',
    setting: 'ADMIN_PASSWORD',
    words: 'E com que senha? Sem resposta, invento uma e mostro no fim',
    fallback: '',
    isSecret: true,
    isAsked: isFirst,
    tried: (value) =>
      value === '' || (value.length >= 8 && value.length <= 128)
        ? {}
        : { problem: 'A senha precisa de 8 a 128 caracteres.' },
  },
  {
    option: 'mail',
    setting: 'SMTP_URL',
    words:
      'Por que servidor de correio saem as cartas (smtps://usuario:senha@servidor)? Mando uma de ensaio. Sem ele, ninguém recebe e-mail',
    fallback: '',
    isSecret: true,
    tried: (value, settings) =>
      value === ''
        ? { warning: 'Sem correio, códigos e avisos ficam no painel, e a administração os entrega por outro caminho.' }
        : probeMail(value, senderOf(value, settings), settings['ADMIN_EMAIL'] ?? senderOf(value, settings)),
  },
  {
    option: 'backups',
    setting: 'BACKUP_DIR',
    words: 'Em que pasta ficam as cópias de cada noite? De preferência noutro disco',
    fallback: '/var/backups/ciranda',
    tried: (value, _, { dataDir, owner }) =>
      value === '' ? { warning: 'Sem cópias, um disco que morre leva tudo.' } : probeFolder(value, dataDir, owner),
  },
  {
    option: 'passphrase',
    setting: 'BACKUP_PASSPHRASE',
    words: 'Que senha cifra as cópias? Sem resposta, invento uma e mostro no fim',
    fallback: '',
    isSecret: true,
    isAsked: ({ BACKUP_DIR = '' }) => BACKUP_DIR !== '',
    tried: (value) =>
      value === '' || value.length >= PASSPHRASE_LENGTH_MIN
        ? {}
        : { problem: `A senha das cópias precisa de ${PASSPHRASE_LENGTH_MIN} caracteres ou mais.` },
  },
  {
    option: 'push',
    setting: 'PUSH',
    words: 'Avisos no celular também com o aplicativo fechado (on ou off)? Passam, cifrados, por quem fez o navegador',
    fallback: 'off',
    tried: (value) => (value === 'on' || value === 'off' ? {} : { problem: 'Responda on ou off.' }),
  },
]

/** The sender of letters: the user of the mail server where that is an address, else one under the installation's name. */
export function senderOf(smtpUrl: string, { PUBLIC_URL = '', MAIL_FROM }: Settings): string {
  if (MAIL_FROM !== undefined) return MAIL_FROM
  const user = decodeURIComponent(URL.parse(smtpUrl)?.username ?? '')
  const host = URL.parse(PUBLIC_URL)?.hostname ?? 'localhost'
  return `Ciranda <${z.email().safeParse(user).success ? user : `nao-responda@${host}`}>`
}
