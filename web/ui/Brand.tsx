/** The mark of the house, six who stand in a ring and one whose turn it is, with its name. */
export function Brand({ size = 32 }: { size?: number }) {
  return (
    <span className="brand" style={{ fontSize: size * 0.62 }}>
      <img src="/roda.svg" width={size} height={size} alt="" />
      Ciranda
    </span>
  )
}
