import { Button } from '@mantine/core'
import Cropper from 'react-easy-crop'
import type { CropperProps } from 'react-easy-crop'
import type { Area } from './draw.ts'

const ZOOM_MAX = 6
const ZOOM_STEP = 0.1
const KEYBOARD_STEP_PIXELS = 8

/** The dialog below this one, where there is one, is not closed together with it. */
export const ownEscape = { 'data-mantine-stop-propagation': 'true' }

type FrameProps = Pick<CropperProps, 'crop' | 'zoom' | 'onCropChange' | 'onZoomChange' | 'onCropAreaChange'> & {
  readonly address: string
  readonly of: 'code' | 'face'
}

/** The picture under the frame, moved by finger, mouse or keys. */
export function Frame({ address, of, crop, zoom, ...changes }: FrameProps) {
  return (
    <Cropper
      image={address}
      crop={crop}
      zoom={zoom}
      maxZoom={ZOOM_MAX}
      aspect={1}
      cropShape={of === 'face' ? 'round' : 'rect'}
      showGrid={false}
      keyboardStep={KEYBOARD_STEP_PIXELS}
      // The sheet is imported above: the pages' policy lets no text become a style by itself.
      disableAutomaticStylesInjection
      {...changes}
      cropperProps={{
        ...ownEscape,
        role: 'group',
        'aria-label': 'Recorte: as setas movem a imagem',
        'aria-roledescription': 'moldura',
      }}
      mediaProps={{ alt: 'Imagem escolhida' }}
    />
  )
}

export function ZoomControl({ zoom, onChange }: { zoom: number; onChange: (zoom: number) => void }) {
  return (
    <>
      <Button
        {...ownEscape}
        variant="default"
        size="compact-md"
        px={12}
        mih={44}
        aria-label="Diminuir"
        onClick={() => onChange(Math.max(1, zoom - ZOOM_STEP * 2))}
      >
        −
      </Button>
      <input
        {...ownEscape}
        className="crop-zoom"
        type="range"
        aria-label="Aproximar"
        min={1}
        max={ZOOM_MAX}
        step={ZOOM_STEP}
        value={zoom}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <Button
        {...ownEscape}
        variant="default"
        size="compact-md"
        px={12}
        mih={44}
        aria-label="Aumentar"
        onClick={() => onChange(Math.min(ZOOM_MAX, zoom + ZOOM_STEP * 2))}
      >
        +
      </Button>
    </>
  )
}

/** The part that is kept, as small as others will see it. `area`: in percent of the picture. */
export function Preview({ address, area, isRound }: { address: string; area: Area; isRound: boolean }) {
  return (
    <span className="crop-preview" data-round={isRound || undefined}>
      <img
        src={address}
        alt="Como vai ficar"
        style={{
          width: `${10_000 / area.width}%`,
          height: `${10_000 / area.height}%`,
          left: `${(-100 * area.x) / area.width}%`,
          top: `${(-100 * area.y) / area.height}%`,
        }}
      />
    </span>
  )
}
