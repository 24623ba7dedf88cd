import { Suspense } from 'react'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import type { CropProps } from './CropDialog.tsx'

const CropDialog = lazyPart(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }))

/** The dialog that cuts a square out of a picture, fetched when a picture needs it. */
export function Crop(props: CropProps) {
  return (
    <Suspense fallback={null}>
      <CropDialog {...props} />
    </Suspense>
  )
}
