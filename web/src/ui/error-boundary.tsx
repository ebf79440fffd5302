import { Component, type ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

/** Shows an error state instead of a page that throws, so that the navigation stays usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? <ErrorState error={this.state.error} onRetry={() => location.reload()} /> : this.props.children;
  }
}
