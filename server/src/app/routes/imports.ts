import Type from 'typebox';
import { canChangeDirectory } from '../../domain/imports/directory-accounts.ts';
import { maxImportBytes } from '../../domain/imports/import-file.ts';
import { columnsOf, type ImportKind, importKinds, isDirectoryImport } from '../../domain/imports/import-kinds.ts';
import { deleteImport, getImportKind, listImportErrors, listImports, startImport } from '../../domain/imports/imports.ts';
import { deleteMapping, listMappings, mapColumns } from '../../domain/imports/map-columns.ts';
import { receiveImport } from '../../domain/imports/receive-import.ts';
import { maxRefusedLines } from '../../domain/imports/refused-lines.ts';
import { Problem } from '../../domain/problem.ts';
import { byteOrderMark, csvLine } from '../../lib/format-csv.ts';
import type { AppContext } from '../context.ts';
import { route } from '../route.ts';

const UploadQuery = Type.Object({
  kind: Type.Enum([...importKinds]),
  name: Type.String({ minLength: 1, maxLength: 200 }),
});

const Mapping = Type.Object({
  mapping: Type.Record(Type.String({ maxLength: 100 }), Type.String({ minLength: 1, maxLength: 500 })),
  saveAs: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});

const SavedMapping = Type.Object({ kind: Type.Enum([...importKinds]), name: Type.String({ minLength: 1, maxLength: 100 }) });

const Start = Type.Object({ ignoreUnknownColumns: Type.Boolean({ default: false }) });

async function requireImportPermission(ctx: AppContext, accountId: string, kind: ImportKind): Promise<void> {
  if (!isDirectoryImport(kind) || (await canChangeDirectory(ctx, ctx.directoryAccounts, accountId))) return;
  throw new Problem(
    'forbidden',
    'All accounts of this installation share the company directory. Only the operator and the accounts listed in DIRECTORY_ACCOUNTS can import into it.',
  );
}

/** Imports of files. Each import begins with a dry run. */
export const importRoutes = [
  route({
    method: 'GET',
    path: '/imports',
    permission: 'manage',
    handle: async ({ ctx, accountId }) => ({
      maxBytes: maxImportBytes,
      maxErrors: maxRefusedLines,
      canChangeDirectory: await canChangeDirectory(ctx, ctx.directoryAccounts, accountId),
      kinds: importKinds.map((kind) => ({ kind, isDirectoryImport: isDirectoryImport(kind), columns: columnsOf(kind) })),
      imports: await listImports(ctx, accountId),
      mappings: await listMappings(ctx, accountId),
    }),
  }),
  route({
    method: 'POST',
    path: '/imports',
    permission: 'manage',
    query: UploadQuery,
    handle: async ({ ctx, accountId, user, query, req, res }) => {
      await requireImportPermission(ctx, accountId, query.kind);
      const created = await receiveImport(ctx, accountId, { kind: query.kind, fileName: query.name, userId: user.id, content: req.raw });
      res.code(201);
      return created;
    },
  }),
  route({
    method: 'POST',
    path: '/imports/:importId/mapping',
    permission: 'manage',
    body: Mapping,
    handle: async ({ ctx, accountId, params, body }) => {
      await requireImportPermission(ctx, accountId, await getImportKind(ctx, accountId, params.importId));
      await mapColumns(ctx, accountId, params.importId, body);
    },
  }),
  route({
    method: 'DELETE',
    path: '/import-mappings',
    permission: 'manage',
    query: SavedMapping,
    handle: ({ ctx, accountId, query }) => deleteMapping(ctx, accountId, query),
  }),
  route({
    method: 'POST',
    path: '/imports/:importId/start',
    permission: 'manage',
    query: Start,
    handle: async ({ ctx, accountId, params, query }) => {
      await requireImportPermission(ctx, accountId, await getImportKind(ctx, accountId, params.importId));
      await startImport(ctx, accountId, params.importId, { ignoreUnknownColumns: query.ignoreUnknownColumns });
    },
  }),
  route({
    method: 'GET',
    path: '/imports/:importId/errors',
    permission: 'manage',
    handle: async ({ ctx, accountId, params, res }) => {
      await getImportKind(ctx, accountId, params.importId);
      const errors = await listImportErrors(ctx, accountId, params.importId);
      res.header('content-disposition', 'attachment; filename="rejected-lines.csv"').type('text/csv; charset=utf-8');
      return byteOrderMark + [['line', 'reasons'], ...errors.map(({ line, reasons }) => [line, reasons.join('; ')])].map(csvLine).join('');
    },
  }),
  route({
    method: 'DELETE',
    path: '/imports/:importId',
    permission: 'manage',
    handle: ({ ctx, accountId, params }) => deleteImport(ctx, accountId, params.importId),
  }),
];
