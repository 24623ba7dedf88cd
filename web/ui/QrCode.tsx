import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** As many modules of white around a code as readers ask for. */
const QUIET_ZONE = 4

/**
 * The QR code of a text, drawn here as one path: it prints sharp, and no picture of somebody else's making stands between
 * the text and who scans it. Black on white in the dark too, since many readers know nothing else.
 */
export function QrCode({ value, label, side = 200 }: { value: string; label: string; side?: number }) {
  const { path, size } = useMemo(() => {
    const cells = encodeQR(value, 'raw', { ecc: 'medium', border: QUIET_ZONE })
    const squares = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: squares.join(''), size: cells.length }
  }, [value])
  return (
    <svg
      role="img"
      aria-label={label}
      width={side}
      height={side}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{ display: 'block', flex: 'none', maxWidth: '100%', height: 'auto', borderRadius: 8 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
