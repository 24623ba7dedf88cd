export type ServerEvent = { readonly name: string; readonly data: string }

/** Reads to the end; tells of the events in what came, and whether it ended with a whole one. Heartbeats are none. */
export async function readStream(
  body: ReadableStream<BufferSource>,
  onHeard: (events: readonly ServerEvent[], isWhole: boolean) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    buffered += value
    const messages = buffered.split('\n\n')
    buffered = messages.pop()!
    onHeard(messages.flatMap(eventIn), buffered === '')
  }
}

function eventIn(message: string): ServerEvent[] {
  const name = /^event: ?(\S+)/m.exec(message)?.[1]
  return name === undefined ? [] : [{ name, data: /^data: ?(.+)$/m.exec(message)?.[1] ?? '{}' }]
}
