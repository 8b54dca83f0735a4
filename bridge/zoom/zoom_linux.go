//go:build desktop && linux && cgo

package zoom

/*
#cgo pkg-config: gtk+-3.0 webkit2gtk-4.1
#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

enum { TRIES = 100, PAUSE_MS = 20 };

static double level = 1;
static int left;    // tries
static guint again; // the timer of the next one

static WebKitWebView *view_in(GtkWidget *widget) {
	if (WEBKIT_IS_WEB_VIEW(widget)) return WEBKIT_WEB_VIEW(widget);
	if (!GTK_IS_CONTAINER(widget)) return NULL;
	WebKitWebView *found = NULL;
	GList *children = gtk_container_get_children(GTK_CONTAINER(widget));
	for (GList *child = children; child != NULL && found == NULL; child = child->next) found = view_in(GTK_WIDGET(child->data));
	g_list_free(children);
	return found;
}

// The window is there before what it shows is.
static gboolean apply(gpointer data) {
	again = 0;
	WebKitWebView *view = NULL;
	GList *windows = gtk_window_list_toplevels();
	for (GList *window = windows; window != NULL && view == NULL; window = window->next) view = view_in(GTK_WIDGET(window->data));
	g_list_free(windows);
	if (view != NULL) webkit_web_view_set_zoom_level(view, level);
	else if (--left > 0) again = g_timeout_add(PAUSE_MS, apply, NULL);
	return G_SOURCE_REMOVE;
}

// On GTK's own thread.
static gboolean begin(gpointer percent) {
	level = GPOINTER_TO_INT(percent) / 100.0;
	left = TRIES;
	if (again != 0) g_source_remove(again);
	return apply(NULL);
}

static void zoom(int percent) { g_idle_add(begin, GINT_TO_POINTER(percent)); }
*/
import "C"

// Set shows the page of this program's window in a size, in percent, soon; false: this program cannot.
func Set(percent int) bool {
	C.zoom(C.int(percent))
	return true
}
