//go:build desktop && linux && cgo

package viewer

/*
#cgo pkg-config: gtk+-3.0 webkit2gtk-4.1
#include <stdlib.h>
#include <string.h>
#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

static char *origin; // "http://127.0.0.1:PORT/"

static gboolean ours(const char *uri) {
	return uri != NULL && (g_str_has_prefix(uri, origin) || strcmp(uri, "about:blank") == 0);
}

static gboolean decide(WebKitWebView *view, WebKitPolicyDecision *decision, WebKitPolicyDecisionType type, gpointer data) {
	if (type == WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION) {
		WebKitNavigationAction *action = webkit_navigation_policy_decision_get_navigation_action(WEBKIT_NAVIGATION_POLICY_DECISION(decision));
		if (ours(webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)))) {
			webkit_policy_decision_use(decision);
			return TRUE;
		}
	} else if (type == WEBKIT_POLICY_DECISION_TYPE_RESPONSE) {
		WebKitResponsePolicyDecision *response = WEBKIT_RESPONSE_POLICY_DECISION(decision);
		if (webkit_response_policy_decision_is_mime_type_supported(response) && ours(webkit_uri_request_get_uri(webkit_response_policy_decision_get_request(response)))) {
			webkit_policy_decision_use(decision);
			return TRUE;
		}
	}
	webkit_policy_decision_ignore(decision);
	return TRUE;
}

static GtkWidget *no_window(WebKitWebView *view, WebKitNavigationAction *action, gpointer data) { return NULL; }

static gboolean no_permission(WebKitWebView *view, WebKitPermissionRequest *request, gpointer data) {
	webkit_permission_request_deny(request);
	return TRUE;
}

static gboolean no_menu(WebKitWebView *view, WebKitContextMenu *menu, GdkEvent *event, WebKitHitTestResult *hit, gpointer data) { return TRUE; }

static gboolean no_dialog(WebKitWebView *view, WebKitScriptDialog *dialog, gpointer data) { return TRUE; }

static gboolean no_chooser(WebKitWebView *view, WebKitFileChooserRequest *request, gpointer data) {
	webkit_file_chooser_request_cancel(request);
	return TRUE;
}

static gboolean no_print(WebKitWebView *view, WebKitPrintOperation *print, gpointer data) { return TRUE; }

static void no_download(WebKitWebContext *context, WebKitDownload *download, gpointer data) { webkit_download_cancel(download); }

static void titled(WebKitWebView *view, GParamSpec *spec, gpointer window) {
	const char *title = webkit_web_view_get_title(view);
	if (title != NULL && title[0] != 0) gtk_window_set_title(GTK_WINDOW(window), title);
}

static void crashed(WebKitWebView *view, WebKitWebProcessTerminationReason reason, gpointer data) { gtk_main_quit(); }

static int show(const char *address, const char *at) {
	if (!gtk_init_check(NULL, NULL)) return 1;
	origin = g_strdup(at);
	WebKitWebContext *context = webkit_web_context_new_ephemeral();
	webkit_web_context_set_cache_model(context, WEBKIT_CACHE_MODEL_DOCUMENT_VIEWER);
	g_signal_connect(context, "download-started", G_CALLBACK(no_download), NULL);
	WebKitNetworkProxySettings *proxy = webkit_network_proxy_settings_new(origin, NULL); // the page's server is the only way out
	webkit_website_data_manager_set_network_proxy_settings(webkit_web_context_get_website_data_manager(context), WEBKIT_NETWORK_PROXY_MODE_CUSTOM, proxy);
	webkit_network_proxy_settings_free(proxy);
	WebKitSettings *settings = webkit_settings_new_with_settings(
		"enable-developer-extras", FALSE, "javascript-can-open-windows-automatically", FALSE, "javascript-can-access-clipboard", FALSE,
		"enable-webrtc", FALSE, "enable-media-stream", FALSE, "enable-webgl", FALSE, "enable-html5-database", FALSE, "enable-html5-local-storage", FALSE,
		"enable-offline-web-application-cache", FALSE, "enable-dns-prefetching", FALSE, "enable-hyperlink-auditing", FALSE, "enable-page-cache", FALSE,
		"allow-file-access-from-file-urls", FALSE, "allow-universal-access-from-file-urls", FALSE, "allow-modal-dialogs", FALSE,
		"hardware-acceleration-policy", WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER, NULL);
	GtkWidget *view = GTK_WIDGET(g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "settings", settings, NULL));
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_window_set_default_size(GTK_WINDOW(window), 960, 680);
	gtk_window_set_title(GTK_WINDOW(window), "Handrail page");
	gtk_container_add(GTK_CONTAINER(window), view);
	gtk_drag_dest_unset(view);
	g_signal_connect(view, "decide-policy", G_CALLBACK(decide), NULL);
	g_signal_connect(view, "create", G_CALLBACK(no_window), NULL);
	g_signal_connect(view, "permission-request", G_CALLBACK(no_permission), NULL);
	g_signal_connect(view, "context-menu", G_CALLBACK(no_menu), NULL);
	g_signal_connect(view, "script-dialog", G_CALLBACK(no_dialog), NULL);
	g_signal_connect(view, "run-file-chooser", G_CALLBACK(no_chooser), NULL);
	g_signal_connect(view, "print", G_CALLBACK(no_print), NULL);
	g_signal_connect(view, "notify::title", G_CALLBACK(titled), window);
	g_signal_connect(view, "web-process-terminated", G_CALLBACK(crashed), NULL);
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	webkit_web_view_load_uri(WEBKIT_WEB_VIEW(view), address);
	gtk_widget_show_all(window);
	gtk_main();
	return 0;
}
*/
import "C"

import (
	"errors"
	"io"
	"runtime"
	"unsafe"
)

// Run shows the page whose address is the first line of in, until the person closes its window.
func Run(in io.Reader) error {
	u, err := readAddress(in)
	if err != nil {
		return err
	}
	runtime.LockOSThread() // GTK belongs to one thread
	defer runtime.UnlockOSThread()
	address, origin := C.CString(u.String()), C.CString("http://"+u.Host+"/")
	defer C.free(unsafe.Pointer(address))
	defer C.free(unsafe.Pointer(origin))
	if C.show(address, origin) != 0 {
		return errors.New("there is no display: open the page where there is a desktop")
	}
	return nil
}

// Possible reports whether this program can show a page.
func Possible() bool { return true }
