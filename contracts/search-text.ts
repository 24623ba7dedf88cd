/** A text as every search compares it: without accents, case or blanks around it, so that 'joao' finds 'João'. */
export function searchText(text: string): string {
  return text
    .trim()
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
