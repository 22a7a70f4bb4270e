/** Diagrams for those who take part in a process: what is drawn, and nothing of what settings and conditions say about fields and people. */
import { SaxesParser } from 'saxes'
import { escapeXml } from './escape-xml.ts'

/** Elements, by the ends of their names, that say what is not drawn. */
const UNDRAWN =
  /(?:^|:)(?:extensionElements|conditionExpression|documentation|script|loopCardinality|completionCondition|loopCondition|timeDuration|timeDate|timeCycle|condition)$/
/** Of the attributes with a prefix, those that declare or colour; what other tools have besides names people and forms. */
const DRAWN = /^(?:xmlns|xsi|bioc|color):/

/** The XML of a model that was read before, written anew without what is not drawn. */
export function drawnAlone(xml: string): string {
  const parts: string[] = []
  let undrawn = 0
  const write = (text: string) => {
    if (undrawn === 0) parts.push(text)
  }
  const parser = new SaxesParser({ xmlns: false })
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    if (undrawn > 0 || UNDRAWN.test(name)) undrawn += 1
    const kept = Object.entries(attributes).filter(([key]) => !key.includes(':') || DRAWN.test(key))
    write(`<${name}${kept.map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('')}${isSelfClosing ? '/>' : '>'}`)
  })
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (!isSelfClosing) write(`</${name}>`)
    if (undrawn > 0) undrawn -= 1
  })
  parser.on('text', (text) => write(escapeXml(text)))
  parser.on('cdata', (text) => write(escapeXml(text)))
  parser.write(xml).close()
  return `<?xml version="1.0" encoding="UTF-8"?>${parts.join('')}`
}
