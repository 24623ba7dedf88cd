import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/**
 * Writes a folder as a .tar.gz, under its own name. Of the same files it makes the same bytes, whenever, wherever and by
 * whomever it is called: sorted, without owners, dated `epoch` (seconds).
 */
export async function pack(folder: string, file: string, epoch: number): Promise<void> {
  const { dir, base } = path.parse(folder)
  const order = ['--sort=name', '--format=gnu', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epoch}`]
  const tar = spawn('tar', ['-C', dir, ...order, '--mode=u=rwX,go=rX', '-cf', '-', base], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve, reject) => tar.on('error', reject).on('close', resolve))
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(file))
  if ((await ended) !== 0) throw new Error(`tar could not pack ${folder}`)
}

/** A file's SHA-256, in hex. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
