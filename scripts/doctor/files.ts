import { accessSync, constants, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { DAY_MS } from '#circle/period.ts'
import { listKept, newestKept } from '#server/backup/kept.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { TRIAL } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/database/database.ts'
import type { Check, Patient } from './check.ts'
import { clockFault } from './clock.ts'

const BACKUP_HOURS_MAX = 36
const HOUR_MS = DAY_MS / 24

/** The checks of files, disks and backups. Each sentence ends with the line that mends. */
export const FILE_CHECKS: readonly Check[] = [
  ['opções só para root', ({ settingsFile }) => othersRead(settingsFile)],
  [
    'pasta dos dados',
    ({ config: { dataDir } }) =>
      isWritable(dataDir) ? null : `Não se escreve em ${dataDir}: chown -R ciranda: ${dataDir}`,
  ],
  [
    'restauração terminada',
    ({ config: { dataDir } }) =>
      existsSync(path.join(dataDir, 'restoring'))
        ? 'Uma restauração não terminou: repita ciranda restore com o mesmo arquivo'
        : null,
  ],
  [
    'banco no lugar',
    ({ config: { dataDir, databaseUrl } }) =>
      databaseUrl === undefined && existsSync(path.join(dataDir, 'moved'))
        ? 'O banco desta pasta foi levado para um servidor: ponha DATABASE_URL nas opções'
        : null,
  ],
  [
    'imagens no lugar',
    ({ config: { dataDir, files } }) =>
      files === 'database' && globSync(path.join(dataDir, 'files', '??', '*')).length > 0
        ? 'Ainda há imagens na pasta files: pare a Ciranda, e ciranda move --files'
        : null,
  ],
  ['segredo', secretFault],
  [
    'disco',
    ({ config: { dataDir }, diskMin }) => {
      const { bavail, bsize } = statfsSync(dataDir)
      return bavail * bsize >= diskMin ? null : `O disco dos dados está quase cheio: df -h ${dataDir}`
    },
  ],
  [
    'memória',
    ({ memoryMin }) =>
      process.availableMemory() >= memoryMin ? null : 'Quase não há memória livre: veja quem a usa com top -o %MEM',
  ],
  ['relógio', async (patient) => clockFault({ ...patient, past: (await newestOf(patient))?.at ?? 0 })],
  [
    'cópias de cada noite',
    ({ config: { backupDir } }) =>
      backupDir === undefined ? 'Não há cópias: ciranda setup --backups /outro-disco/ciranda' : null,
  ],
  [
    'pasta das cópias',
    ({ config: { backupDir } }) =>
      backupDir === undefined || isWritable(backupDir)
        ? null
        : `Não se escreve em ${backupDir}: ciranda setup --backups ${backupDir}`,
  ],
  [
    'disco das cópias',
    ({ config: { backupDir, dataDir } }) =>
      backupDir !== undefined && existsSync(backupDir) && statSync(backupDir).dev === statSync(dataDir).dev
        ? 'As cópias estão no mesmo disco que os dados: ciranda setup --backups /outro-disco/ciranda'
        : null,
  ],
  [
    'idade da última cópia',
    async (patient) => {
      if (patient.config.backupDir === undefined) return null
      const newest = newestKept(await keptOf(patient), patient.now)
      if (newest && patient.now - newest.at <= BACKUP_HOURS_MAX * HOUR_MS) return null
      return `${newest ? 'A última cópia tem mais de um dia e meio' : 'Ainda não há nenhuma cópia'}: journalctl -u ciranda --grep backup`
    },
  ],
  ['restauração de ensaio da última cópia', trialRestore],
  [
    'arquivo contínuo',
    ({ config: { archiveDir } }) =>
      archiveDir === undefined || existsSync(archiveDir)
        ? null
        : `A pasta ${archiveDir} não está lá: monte o disco dela com mount -a`,
  ],
]

function othersRead(file: string): string | null {
  return existsSync(file) && (statSync(file).mode & 0o077) !== 0 ? `Outros podem ler ${file}: chmod 600 ${file}` : null
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}

function secretFault({ config: { dataDir, jwtSecret } }: Patient): string | null {
  const file = path.join(dataDir, 'secret')
  if (jwtSecret !== undefined || !existsSync(path.join(dataDir, 'database'))) return null
  return existsSync(file)
    ? othersRead(file)
    : `Falta ${file}, e sem ele nada se abre: traga-o de uma cópia com ciranda restore`
}

async function keptOf({ config: { backupDir } }: Patient) {
  return backupDir === undefined ? [] : listKept(backupDir).catch(() => [])
}

/** The newest by its date, also one of a clock that was ahead. */
const newestOf = async (patient: Patient) => (await keptOf(patient)).at(-1)

/** Restores the newest backup into a folder beside the data, with a database of its own, and removes both. */
async function trialRestore(patient: Patient): Promise<string | null> {
  const { backupDir, dataDir, backupPassphrase, files } = patient.config
  const newest = await newestOf(patient)
  if (backupDir === undefined || !newest) return null
  const trial = mkdtempSync(path.join(dataDir, TRIAL))
  try {
    await restoreBackup({
      file: path.join(backupDir, newest.name),
      passphrases: backupPassphrase === undefined ? [] : [backupPassphrase],
      dataDir: path.join(trial, 'data'),
      files,
      open: () => openDatabase({ dataDir: path.join(trial, 'data', 'database') }),
      jwtSecret: undefined,
    })
    return null
  } catch (error) {
    return `A cópia ${newest.name} não se restaura (${(error as Error).message}): faça outra com ciranda backup`
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}
