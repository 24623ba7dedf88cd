/** An e-mail address or a key that breaks before its '@' when it must break at all. */
export function BreakableText({ text }: { text: string }) {
  const at = text.indexOf('@')
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}
