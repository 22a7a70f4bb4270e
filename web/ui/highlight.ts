/** Tells comments, texts and words of the language apart, well enough to read TypeScript by; it is no parser. */

export type TokenKind = 'comment' | 'text' | 'word' | 'plain'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

const PARTS =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<text>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|(?<word>\b(?:import|from|export|default|const|let|function|return|if|else|for|of|in|new|typeof|async|await|type|interface|extends|readonly|null|undefined|true|false|void)\b)/g

/** The same characters, in the same order, with what they are. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of source.matchAll(PARTS)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: source.slice(end, match.index) })
    const { comment, text } = match.groups ?? {}
    tokens.push({ kind: comment !== undefined ? 'comment' : text !== undefined ? 'text' : 'word', text: match[0] })
    end = match.index + match[0].length
  }
  if (end < source.length) tokens.push({ kind: 'plain', text: source.slice(end) })
  return tokens
}
