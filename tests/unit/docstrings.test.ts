/** Functions that others call say what they return (CONTRIBUTING.md, names): no exported function without a comment of documentation. */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOMS = ['server/**/*.ts', 'model/**/*.ts', 'web/{ui,kernel,shared}/**/*.{ts,tsx}']

/** Whether it is a component, whose props say what it shows. */
const isComponent = (name: string, file: string) => file.endsWith('.tsx') && /^[A-Z]/.test(name)

/** Names of the exported functions of a module that have no documentation; components apart, whose props are theirs. */
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

const isDocumented = (node: ts.Node, text: string) =>
  (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).some(({ pos }) => text.startsWith('/**', pos))

describe('an exported function has documentation', () => {
  const files = ROOMS.flatMap((room) => globSync(room)).filter((file) => !/\.(test|d)\.tsx?$/.test(file))

  it('everywhere in the server, in the model and in the shared rooms of the web', () => {
    expect(files.length).toBeGreaterThan(700)
    expect(files.flatMap((file) => undocumented(file, readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`))).toEqual([])
  })

  it('or is named', () => {
    const text =
      '/** Gives one. */\nexport const one = () => 1\n\nexport function two() {}\nexport const three = () => 3, four = 4\nconst five = () => 5\n'
    expect(undocumented('x.ts', text)).toEqual(['two', 'three'])
    expect(undocumented('x.tsx', 'export function Part() {}\nexport function usePart() {}\n')).toEqual(['usePart'])
  })
})
