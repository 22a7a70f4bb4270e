/**
 * Functions that others call say what they return (CONTRIBUTING.md, names): each has documentation, and it begins with a sentence, not
 * with a tag, nor with a pronoun for something that the reader of a list of functions has not before their eyes.
 */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOMS = ['server/**/*.ts', 'model/**/*.ts', 'web/**/*.{ts,tsx}']

/** Whether it is a component, whose props say what it shows. */
const isComponent = (name: string, file: string) => file.endsWith('.tsx') && /^[A-Z]/.test(name)

/** Names of the exported functions of a module whose documentation begins with no sentence; components apart, whose props are theirs. */
export function undocumented(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported || isDocumented(statement, text)) return []
    if (ts.isFunctionDeclaration(statement)) return named(statement.name?.text ?? 'default', file)
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) ? named(name.getText(source), file) : [],
    )
  })
}

const named = (name: string, file: string) => (isComponent(name, file) ? [] : [name])

/** `@throws` and the like say what else there is to know, and come afterwards. */
const SENTENCE = /^\/\*\*[\s*]*(?!(?:Those|They|Them|It|Its)\b|Nothing where|[A-Z][a-z]+s (?:it|them)\b)[^\s*@]/

const isDocumented = (node: ts.Node, text: string) =>
  (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).some(({ pos, end }) => SENTENCE.test(text.slice(pos, end)))

describe('an exported function has documentation', () => {
  const files = ROOMS.flatMap((room) => globSync(room)).filter((file) => !/\.(test|d)\.tsx?$/.test(file))

  it('everywhere in the server, in the model and in the web', () => {
    expect(files.length).toBeGreaterThan(1000)
    expect(files.flatMap((file) => undocumented(file, readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`))).toEqual([])
  })

  it('or is named', () => {
    const text =
      '/** One. */\nexport const one = () => 1\n\nexport function two() {}\nexport const three = () => 3, four = 4\nconst five = () => 5\n' +
      '/**\n * @throws always\n */\nexport function six() {}\n' +
      '/** Those of a day. */\nexport function seven() {}\n/** Ends it. */\nexport function eight() {}\n/** Items of a day. */\nexport function nine() {}\n'
    expect(undocumented('x.ts', text)).toEqual(['two', 'three', 'six', 'seven', 'eight'])
    expect(undocumented('x.tsx', 'export function Part() {}\nexport function usePart() {}\n')).toEqual(['usePart'])
  })
})
