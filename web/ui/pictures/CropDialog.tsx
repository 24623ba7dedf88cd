import 'react-easy-crop/react-easy-crop.css'
import './crop.css'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { IMAGE_SIDE_PIXELS } from '#contracts/limits.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { cutSquare } from './draw.ts'
import type { Area } from './draw.ts'
import { ownEscape, Frame, ZoomControl, Preview } from './CropFrame.tsx'

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
