import { IMAGE_BYTES_MAX, IMAGE_SIDE_PIXELS } from '#contracts/limits.ts'
import { imageSize } from '#web/ui/images.ts'

/**
 * Why a file cannot be a member's picture, in the words they read, or null when it can: known before anything is
 * sent.
 */
export async function avatarFault(file: File, sizeOf: typeof imageSize = imageSize): Promise<string | null> {
  if (!file.type.startsWith('image/')) return 'Por favor, selecione um arquivo de imagem válido.'
  if (file.size > IMAGE_BYTES_MAX) return 'A imagem deve ter no máximo 5MB.'
  try {
    const { width, height } = await sizeOf(file)
    return width === IMAGE_SIDE_PIXELS && height === IMAGE_SIDE_PIXELS
      ? null
      : 'A imagem deve ter exatamente 400x400 pixels.'
  } catch {
    return 'Erro ao carregar a imagem.'
  }
}
