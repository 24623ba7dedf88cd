import { existsSync, readFileSync } from 'node:fs'
import { writeWhole } from '#server/lib/write-whole.ts'

// The file of settings, which both systemd (EnvironmentFile) and a shell (`.`) read: values stand in double quotes, with a
// backslash before what a shell would take for more than a character.

export type Settings = Readonly<Record<string, string>>

/** The settings that stand in a file; none where there is no such file. Comments are no settings. */
export function readSettings(file: string): Settings {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = text.split('\n').flatMap((line) => {
    const [, name, value] = /^\s*([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, unquoted(value!.trim())] as const]
  })
  return Object.fromEntries(found)
}

/**
 * Writes settings into a file, which is whole before and after, and root's alone. Each takes the place of its line, or of
 * the comment that showed how it would look; null removes it; every other line stays as it was.
 */
export async function changeSettings(file: string, changes: Readonly<Record<string, string | null>>): Promise<void> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  for (const [name, value] of Object.entries(changes)) {
    const isOf = (line: string) => new RegExp(`^\\s*${name}=`).test(line)
    const place = lines.findLastIndex(isOf)
    const shown = lines.findIndex((line) => new RegExp(`^#\\s*${name}=`).test(line))
    const at = place >= 0 ? place : shown
    if (value === null) lines.splice(0, lines.length, ...lines.filter((line) => !isOf(line)))
    else if (at >= 0) lines[at] = `${name}=${quoted(value)}`
    else lines.push(`${name}=${quoted(value)}`)
  }
  await writeWhole(file, `${lines.join('\n')}\n`)
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`
}

function unquoted(value: string): string {
  if (/^'[^']*'$/.test(value)) return value.slice(1, -1)
  return /^".*"$/.test(value) ? value.slice(1, -1).replaceAll(/\\(["\\$`])/g, '$1') : value
}
