import 'react-easy-crop/react-easy-crop.css'
import './crop.css'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import type { CropperProps } from 'react-easy-crop'
import { IMAGE_SIDE_PIXELS } from '#contracts/limits.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { cutSquare } from './draw.ts'
import type { Area } from './draw.ts'

const ZOOM_MAX = 6
const ZOOM_STEP = 0.1
const KEYBOARD_STEP_PIXELS = 8

/** The dialog below this one, where there is one, is not closed together with it. */
const ownEscape = { 'data-mantine-stop-propagation': 'true' }

export type CropProps = {
  /** The rule that the picture does not keep as it is, where it is not said elsewhere. */
  readonly rule?: string
  /** Says what the person is to bring into the frame. */
  readonly help: string
  readonly picture: Blob
  /** A code is kept exact and square; a face is shown in a circle. */
  readonly of: 'code' | 'face'
  readonly onCut: (cut: File) => void
  readonly onClose: () => void
}

/** Chooses the square of a picture that is kept, by finger, mouse or keys, and shows what it will look like. */
export function CropDialog({ rule, help, picture, of, onCut, onClose }: CropProps) {
  const [address] = useState(() => URL.createObjectURL(picture))
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [shown, setShown] = useState<Area | null>(null)
  const pixels = useRef<Area | null>(null)
  const [isCutting, setCutting] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const leave = () => {
    URL.revokeObjectURL(address)
    onClose()
  }
  const cut = async () => {
    if (!pixels.current || isCutting) return
    setCutting(true)
    setFailed(false)
    try {
      const square = await cutFile(picture, pixels.current, of)
      URL.revokeObjectURL(address)
      onCut(square)
    } catch {
      setFailed(true)
      setCutting(false)
    }
  }

  return (
    <Modal
      opened
      onClose={leave}
      title="Recortar a imagem"
      centered
      closeButtonProps={{ 'aria-label': 'Fechar', ...ownEscape }}
    >
      <Stack
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave()
        }}
      >
        <div>
          {rule && (
            <Text size="sm" role="alert">
              {rule}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {help} O tamanho é ajustado neste aparelho.
          </Text>
        </div>
        <div className="crop-area">
          <Frame
            {...{ address, crop, zoom, of }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(percent, inPixels) => {
              setShown(percent)
              pixels.current = inPixels
            }}
          />
        </div>
        <Group gap="md" wrap="nowrap" align="center">
          <ZoomControl zoom={zoom} onChange={setZoom} />
          {shown && <Preview address={address} area={shown} isRound={of === 'face'} />}
        </Group>
        {hasFailed && (
          <Alert color="red" role="alert">
            Não foi possível recortar esta imagem. Tente outra.
          </Alert>
        )}
        <DialogButtons>
          <Button {...ownEscape} variant="default" onClick={leave}>
            Cancelar
          </Button>
          <Button {...ownEscape} onClick={() => void cut()} aria-disabled={isCutting || !shown}>
            {isCutting ? 'Recortando...' : 'Usar este recorte'}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

/** The square of the picture, small enough to be kept: a code exact to the dot, a face as a photograph. */
async function cutFile(picture: Blob, area: Area, of: CropProps['of']): Promise<File> {
  const type = of === 'code' ? 'image/png' : 'image/jpeg'
  const square = await cutSquare(picture, area, IMAGE_SIDE_PIXELS, type)
  return new File([square], of === 'code' ? 'recorte.png' : 'recorte.jpg', { type })
}

type FrameProps = Pick<CropperProps, 'crop' | 'zoom' | 'onCropChange' | 'onZoomChange' | 'onCropAreaChange'> & {
  readonly address: string
  readonly of: CropProps['of']
}

/** The picture under the frame, moved by finger, mouse or keys. */
function Frame({ address, of, crop, zoom, ...changes }: FrameProps) {
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

function ZoomControl({ zoom, onChange }: { zoom: number; onChange: (zoom: number) => void }) {
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
function Preview({ address, area, isRound }: { address: string; area: Area; isRound: boolean }) {
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
