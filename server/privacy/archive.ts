import { Readable } from 'node:stream'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { readImageHeader } from '#server/files/image-header.ts'
import type { Context } from '#server/context.ts'
import { casePictures } from '#server/reports/case.ts'
import { exportMember } from './export.ts'
import { getOwn, listOwnCases, listOwnDonations, listOwnParts, listOwnRejected } from './own-rows.ts'

type Picture = { readonly name: string; readonly sha256: string }

/**
 * An archive of the actor's data as a ZIP: `dados.json`, and in `arquivos/` their pictures, codes and the receipts they
 * sent. Only one file is in memory at a time.
 */
export async function exportArchive(context: Context): Promise<Readable> {
  const data = await exportMember(context)
  const pictures = await listPictures(context)
  return Readable.from(
    zipped(context, { 'LEIA-ME.txt': README, 'dados.json': JSON.stringify(data, null, 2) }, pictures),
  )
}

async function* zipped(
  { clock, files }: Context,
  texts: Readonly<Record<string, string>>,
  pictures: readonly Picture[],
): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const taken = () => {
    const done = Buffer.concat(pieces)
    pieces = []
    return done
  }
  const mtime = new Date(clock.now())
  for (const [name, text] of Object.entries(texts)) {
    const file = new ZipDeflate(name, { level: 6 })
    file.mtime = mtime
    zip.add(file)
    file.push(strToU8(text), true)
    yield taken()
  }
  for (const { name, sha256 } of pictures) {
    const bytes = await files.read(sha256)
    if (!bytes) continue
    // Pictures are already compressed.
    const file = new ZipPassThrough(`arquivos/${name}.${readImageHeader(bytes)?.format ?? 'bin'}`)
    file.mtime = mtime
    zip.add(file)
    file.push(bytes, true)
    yield taken()
  }
  zip.end()
  yield taken()
}

/** The actor's own pictures. Receipts sent by others are the others' data and are left out. */
async function listPictures(context: Context): Promise<Picture[]> {
  const { user } = await getOwn(context)
  const own: [string, string | null][] = [
    ['foto', user.avatar],
    ['qr-pix', user.pixQrSha256],
    ['qr-bitcoin', user.btcQrSha256],
    ['qr-usdt', user.usdtQrSha256],
  ]
  const sent = (await listOwnDonations(context)).rows
    .filter(({ donorId }) => donorId === context.actor.id)
    .map(({ id, receiptSha256 }): [string, string | null] => [`comprovante-${id}`, receiptSha256])
  const rejected = (await listOwnRejected(context)).map(
    ({ donationId, attempt, receiptSha256 }): [string, string | null] => [
      `comprovante-${donationId}-recusado-${attempt}`,
      receiptSha256,
    ],
  )
  const parts = (await listOwnParts(context)).map(({ donationId, part, receiptSha256 }): [string, string | null] => [
    `comprovante-${donationId}-parte-${part}`,
    receiptSha256,
  ])
  const cases = await listOwnCases(context)
  const shown = (await casePictures(context, cases))
    .filter(({ actorId }) => actorId === context.actor.id)
    .map(({ id, sha256 }): [string, string | null] => [`caso-${id}`, sha256])
  return [...own, ...sent, ...rejected, ...parts, ...shown].flatMap(([name, sha256]) =>
    sha256 !== null && /^[0-9a-f]{64}$/.test(sha256) ? [{ name, sha256 }] : [],
  )
}

const README = `Meus dados — Ciranda

dados.json   tudo o que a Ciranda guarda sobre você: cadastro, aceites dos termos, lugares, doações,
             problemas avisados, quem viu os seus dados, e os lançamentos do livro que falam de você.
arquivos/    as suas imagens: foto, QR Codes, os comprovantes que você enviou, também os recusados, e o que você
             mostrou em casos.

Com o livro do círculo (baixado em Livro) e o programa verify-ledger.mjs você confere, sem confiar em ninguém,
que as suas doações estão lá como aqui: node verify-ledger.mjs livro.ndjson --meus-dados dados.json
`
