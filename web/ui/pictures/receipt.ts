import { IMAGE_BYTES_MAX } from '#contracts/limits.ts'
import { kindOf } from './kinds.ts'
import type { FileKind } from './kinds.ts'
import { shrink } from './shrink.ts'

/** The longer side of a receipt in pixels: the server keeps no more of it. */
export const RECEIPT_SIDE_MAX = 2000

/** A sentence that says what is wrong, and one that says what to do, where there is something. */
export type PictureFault = { readonly said: string; readonly advice?: string }

/**
 * A receipt ready to be sent. `from`: what it was made of; null when it goes as it was chosen. `text`: the words of a PDF's page.
 */
export type ReadyReceipt = { readonly file: Blob; readonly from: 'picture' | 'pdf' | null; readonly text?: string }

export const HEIC_FAULT: PictureFault = {
  said: 'Esta foto está em HEIC, um formato que este navegador não abre.',
  advice:
    'No iPhone, escolha em Ajustes › Câmera › Formatos a opção “Mais Compatível” e tire a foto de novo. Ou envie uma captura de tela.',
}

const NO_PICTURE = 'Por favor, selecione apenas arquivos de imagem (JPG, PNG, etc.)'

const faults = {
  kind: { said: NO_PICTURE, advice: 'Um comprovante em PDF também serve.' },
  size: { said: 'Arquivo muito grande. Máximo 5MB permitido.' },
  pdfBroken: {
    said: NO_PICTURE,
    advice:
      'Este PDF não abriu: o arquivo está incompleto ou não é um PDF. Baixe de novo, ou envie uma captura de tela.',
  },
  pdfPassword: {
    said: 'Este PDF pede uma senha, e por isso não abre aqui.',
    advice: 'Abra no aplicativo do seu banco e envie uma captura de tela do comprovante.',
  },
  offline: {
    said: 'Para abrir um PDF é preciso conexão.',
    advice: 'Tente de novo quando houver sinal, ou escolha uma imagem.',
  },
} as const satisfies Record<string, PictureFault>

/** The kinds that the server reads itself. */
const readByServer: readonly FileKind[] = ['jpeg', 'png', 'webp']

/**
 * Makes any picture of a payment, or the first page of a PDF, ready to travel: at most 2,000 pixels each way and 5 MB.
 * Answers with a fault where that cannot be. What the server takes as it is stays as it was chosen.
 */
export async function readyReceipt(file: File): Promise<ReadyReceipt | PictureFault> {
  const kind = await kindOf(file)
  if (kind === 'pdf') return readPdf(file)
  if (kind === null && !file.type.startsWith('image/')) return faults.kind
  const fits = file.size <= IMAGE_BYTES_MAX
  const drawn = await shrink(file, RECEIPT_SIDE_MAX, fits && readByServer.includes(kind))
  if (drawn) return drawn.smaller ? { file: drawn.smaller, from: 'picture' } : { file, from: null }
  if (kind === 'heic') return HEIC_FAULT
  if (!fits) return faults.size
  // The server says what it thinks of it: it reads what some browsers do not.
  return { file, from: null }
}

export function isFault(ready: ReadyReceipt | PictureFault): ready is PictureFault {
  return 'said' in ready
}

async function readPdf(file: File): Promise<ReadyReceipt | PictureFault> {
  if (file.size > IMAGE_BYTES_MAX) return faults.size
  const reader = await import('./pdf.ts').catch(() => null)
  if (!reader) return faults.offline
  const page = await reader.firstPageOf(file, RECEIPT_SIDE_MAX)
  if (page === 'password') return faults.pdfPassword
  return page === 'broken' ? faults.pdfBroken : { file: page.picture, from: 'pdf', text: page.text }
}
