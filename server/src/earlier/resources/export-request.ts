import type { ExportRequest } from '../../domain/exports/export-request.ts';
import type { Resource } from '../document.ts';

export function exportRequestResource({ id, status, createdAt, fileName }: ExportRequest, publicUrl: string): Resource {
  return {
    type: 'export_requests',
    id,
    attributes: {
      status,
      created_at: createdAt.toISOString(),
      status_url: `${publicUrl}/export-requests/${id}`,
      download_url: fileName === null ? null : `${publicUrl}/download/${fileName}`,
    },
  };
}
