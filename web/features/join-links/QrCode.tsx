import { encodeQR } from 'qr'
import { useMemo } from 'react'

/** The QR code of an address, drawn as one path, so that it prints sharp and needs no picture. */
export function QrCode({ value, label, side = 168 }: { value: string; label: string; side?: number }) {
  const { path, size } = useMemo(() => {
    const cells = encodeQR(value, 'raw', { border: 2 })
    const squares = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { path: squares.join(''), size: cells.length }
  }, [value])
  return (
    <svg role="img" aria-label={label} width={side} height={side} viewBox={`0 0 ${size} ${size}`} className="join-qr">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
