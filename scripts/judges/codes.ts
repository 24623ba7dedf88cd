import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { FOLDER } from './tools.ts'

export type SeenCode = { readonly at: string; readonly png: Buffer }

/** The codes that a scanner of other people's making does not read as a payment or an address of Ciranda. */
export function unreadCodes(codes: readonly SeenCode[]): readonly string[] {
  const file = path.join(FOLDER, 'code.png')
  return codes.flatMap(({ at, png }) => {
    writeFileSync(file, png)
    const { error, stdout } = spawnSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file], {
      encoding: 'utf8',
    })
    if (error) throw new Error('The scanner is missing: apt install zbar-tools')
    return /^(?:000201|https?:\/\/)/.test(stdout) ? [] : [`${at}: reads ${stdout.trim() || 'nothing'}`]
  })
}
