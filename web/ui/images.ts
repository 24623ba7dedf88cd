/** The base64 of a file's bytes, without a data-URL prefix. */
export async function fileToBase64(file: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}

/** The size of a picture in pixels; rejects when it is none. */
export async function imageSize(file: File): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

/** The `src` for a stored image: an address, a data URL, or raw base64 taken as PNG; null for anything else. */
export function imageSource(image: string | null | undefined): string | null {
  if (!image) return null
  if (/^(https?:|data:image\/)/.test(image)) return image
  return /^[A-Za-z0-9+/=\s]{40,}$/.test(image) ? `data:image/png;base64,${image}` : null
}

/** For a file input: the same file may be chosen again, after a cut was given up or a sending failed. */
export function chooseAnew(event: { readonly currentTarget: { value: string } }): void {
  event.currentTarget.value = ''
}
