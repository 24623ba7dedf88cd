import { Button } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'

const hasSpeech = () => 'speechSynthesis' in globalThis

function onVoices(notify: () => void): () => void {
  if (!hasSpeech()) return () => undefined
  speechSynthesis.addEventListener('voiceschanged', notify)
  return () => speechSynthesis.removeEventListener('voiceschanged', notify)
}

/** The device's Portuguese voice, the Brazilian one first; null where it has none. */
function portugueseVoice(): SpeechSynthesisVoice | null {
  if (!hasSpeech()) return null
  const voices = speechSynthesis.getVoices()
  return voices.find(({ lang }) => /^pt[-_]BR/i.test(lang)) ?? voices.find(({ lang }) => /^pt/i.test(lang)) ?? null
}

/** Reads a text aloud, and stops when pressed again or left. It is not there where the device has no Portuguese voice. */
export function Listen({ text }: { text: string }) {
  const voice = useSyncExternalStore(onVoices, portugueseVoice)
  const [isSpeaking, setSpeaking] = useState(false)
  useEffect(() => () => void (isSpeaking && speechSynthesis.cancel()), [isSpeaking])
  if (!voice) return null
  const speak = () => {
    speechSynthesis.cancel()
    if (isSpeaking) return setSpeaking(false)
    const said = new SpeechSynthesisUtterance(text)
    said.voice = voice
    said.lang = voice.lang
    said.addEventListener('end', () => setSpeaking(false))
    said.addEventListener('error', () => setSpeaking(false))
    setSpeaking(true)
    return speechSynthesis.speak(said)
  }
  return (
    <Button variant="subtle" mih={44} px={10} onClick={speak} aria-pressed={isSpeaking}>
      {isSpeaking ? 'Parar de ouvir' : 'Ouvir'}
    </Button>
  )
}
