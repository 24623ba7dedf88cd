import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { quickFolder } from '#server/testing/quick-folder.ts'
import type { Place } from './life.ts'

const DISK_BYTES = 512 * 1024 ** 2
/** On a machine whose every core has other work, the kernel closes a killed process's files late. */
const UNMOUNTED_WITHIN_MS = 60_000

/**
 * EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH (linux/fs/ext4/ext4.h): from this call on the filesystem writes
 * nothing more, its journal included, as if the power had gone. The next mount replays the journal. The tests of the
 * kernel's own filesystems cut the power so (xfstests, src/godown).
 */
const CUT = String.raw`use Fcntl; $how = pack("L", 2); sysopen(F, $ARGV[0], O_RDONLY) or die "$!\n"; ioctl(F, 0x8004587D, $how) or die "$!\n"`

/** One line that says what this machine lacks for power cuts; null when it can do them. */
export function powerHindrance(): string | null {
  const needs = 'Power cuts need Linux, root, loop devices, ext4 (mkfs.ext4, mount) and perl'
  if (process.platform !== 'linux') return `${needs}; this is ${process.platform}.`
  if (process.getuid?.() !== 0) return `${needs}; this is not root.`
  for (const program of ['mkfs.ext4', 'mount', 'umount', 'perl'])
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return `${needs}; ${program} is missing.`
  const around = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-disk-'))
  try {
    const disk = makeDisk(around, 8 * 1024 ** 2)
    disk.unmountNow()
    return null
  } catch (error) {
    return `${needs}; ${(error as Error).message}`
  } finally {
    rmSync(around, { recursive: true, force: true })
  }
}

/**
 * A place on an ext4 filesystem of its own, in a file. Its processes end by a power cut: what was not synced, and the
 * kernel had not written by itself, is gone, as are names that no journal commit held.
 */
export async function powerCutPlace(): Promise<Place> {
  const around = mkdtempSync(path.join(quickFolder(), 'ciranda-soak-disk-'))
  // PostgreSQL may run as another user, who has to pass through.
  chmodSync(around, 0o711)
  const disk = makeDisk(around, DISK_BYTES)
  const folder = path.join(disk.mounted, 'data')
  return {
    folder,
    isSilent: true,
    async end(server) {
      run('perl', ['-e', CUT, disk.mounted])
      await server.kill('both')
      await disk.unmount()
      disk.mount()
      mkdirSync(folder, { recursive: true, mode: 0o711 })
    },
    async remove() {
      await disk.unmount()
      rmSync(around, { recursive: true, force: true })
    },
  }
}

function makeDisk(around: string, bytes: number) {
  const [image, mounted] = [path.join(around, 'disk'), path.join(around, 'mounted')]
  writeFileSync(image, '')
  truncateSync(image, bytes)
  run('mkfs.ext4', ['-q', '-F', '-m', '0', '-E', 'lazy_itable_init=1,lazy_journal_init=1', image])
  mkdirSync(mounted)
  const mount = () => void run('mount', ['-o', 'loop', image, mounted])
  const unmountNow = () => void run('umount', [mounted])
  mount()
  return {
    mounted,
    mount,
    unmountNow,
    /** A process that was killed a moment ago may still hold a file open. */
    async unmount() {
      const end = performance.now() + UNMOUNTED_WITHIN_MS
      for (;;) {
        try {
          return unmountNow()
        } catch (error) {
          if (performance.now() > end) throw error
          await wait(20)
        }
      }
    },
  }
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr?.trim() || error?.message || `exit ${status}`}`)
}
