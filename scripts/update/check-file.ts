import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { VERSION } from '#server/lib/version.ts'
import { hashOf } from '../release/pack.ts'
import { isSigned } from '../release/signature.ts'

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'x64', arm64: 'arm64', amd64: 'x64' }

/** A file of a release that may be installed here. */
export type Checked = { readonly kind: 'tarball' | 'package'; readonly version: string }

/**
 * Checks a file of a release by the signed list that lies beside it: who made it, that it is theirs to the last byte, for this
 * machine, and newer than `present`. Throws one line; nothing has changed then.
 */
export async function checkFile(file: string, publicKey: string | null, present = VERSION): Promise<Checked> {
  if (publicKey === null) throw new Error('Esta Ciranda não traz a chave de quem a faz: dê-a com --key ARQUIVO.pub.')
  if (!existsSync(file)) throw new Error(`${file} não existe.`)
  const [folder, name] = [path.dirname(file), path.basename(file)]
  const [sums, signature] = ['SHA256SUMS', 'SHA256SUMS.minisig'].map((one) => path.join(folder, one)) as [
    string,
    string,
  ]
  if (!existsSync(sums) || !existsSync(signature))
    throw new Error(`Faltam SHA256SUMS e SHA256SUMS.minisig ao lado de ${name}: baixe os três juntos.`)
  const list = readFileSync(sums)
  if (!isSigned(list, readFileSync(signature, 'utf8'), publicKey))
    throw new Error('SHA256SUMS não foi assinado por quem faz a Ciranda: nada mudou. Baixe de novo, do lugar certo.')
  const expected = list
    .toString()
    .split('\n')
    .find((line) => line.slice(66) === name)
  if (expected?.slice(0, 64) !== (await hashOf(file)))
    throw new Error(`${name} não é o que foi assinado: nada mudou. Baixe de novo.`)
  return ensureFits(name, present)
}

function ensureFits(name: string, present: string): Checked {
  const [, version, architecture, ending] =
    /^ciranda[-_](\d+\.\d+\.\d+)[-_](?:linux-)?(\w+)\.(tar\.gz|deb)$/.exec(name) ?? []
  if (version === undefined) throw new Error(`${name} não é um pacote da Ciranda: nada mudou.`)
  if (ARCHITECTURES[architecture!] !== process.arch)
    throw new Error(`${name} é de outra arquitetura (${architecture}), e esta máquina é ${process.arch}: nada mudou.`)
  const order = compare(version, present)
  if (order === 0) throw new Error(`A ${version} já é a que está aqui.`)
  if (order < 0) throw new Error(`A ${version} é mais velha que a ${present}, que está aqui: nada mudou.`)
  return { kind: ending === 'deb' ? 'package' : 'tarball', version }
}

function compare(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const index = a.findIndex((number, at) => number !== b[at])
  return index < 0 ? 0 : a[index]! - b[index]!
}
