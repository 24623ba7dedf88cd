/** The product's mark, six people in a ring with one whose turn it is, and its name. */
export function Brand({ size = 32 }: { size?: number }) {
  return (
    <span className="brand" style={{ fontSize: size * 0.62 }}>
      <img src="/roda.svg" width={size} height={size} alt="" />
      Ciranda
    </span>
  )
}
